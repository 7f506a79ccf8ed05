import type { Json, JsonObject } from '../../scenarios/types.ts';

/** Whether `value` is a JSON object: no array, not null. */
export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The member `key` of an object; undefined for everything else, so that paths through hostile JSON can be chained. */
export function member(value: unknown, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The string that `value` is; the empty string where it is none. */
export function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** `JSON.parse` that answers undefined where the text is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** One step of an RFC 6901 pointer, escaped. */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
