import type { Json, JsonObject } from '../scenarios/types.ts';

/** The value of a JSON text, or undefined when it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Whether `value` is a JSON object: no array, not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member of an object; undefined for everything else, so that paths through hostile JSON can be chained. */
export function member(value: unknown, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The items of an array; none where `value` is no array. */
export function items(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The string that `value` is; the empty string where it is none. */
export function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What a value is, for an error message. */
export function kindOf(value: Json | undefined): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

/** One step of an RFC 6901 pointer, escaped. */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
