import type { JsonObject } from '../types.ts';

/** Whether a parsed JSON value is an object: no list, no scalar, no null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
