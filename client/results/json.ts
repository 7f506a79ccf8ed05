import type { Json } from '../types.ts';
import { toWellFormed } from './well-formed.ts';

/** Deeper values come from no honest server, and would run a recursive reader out of stack. */
export const DEEPEST_JSON = 1000;

/**
 * Writes a value as Python's `json.dumps(value, ensure_ascii=False)` does: `", "` between members, `": "` after a key,
 * letters outside of ASCII as they are, numbers as JavaScript spells them. A lone surrogate becomes U+FFFD.
 * Throws RangeError for a value nested deeper than {@link DEEPEST_JSON}.
 */
export function toJson(value: Json): string {
  return write(value, 0);
}

/** Writes an object whose members are JSON texts already, in the order given. */
export function toJsonObject(members: readonly (readonly [key: string, json: string])[]): string {
  return `{${members.map(([key, json]) => `${toJson(key)}: ${json}`).join(', ')}}`;
}

function write(value: Json, depth: number): string {
  if (depth > DEEPEST_JSON) throw new RangeError(`Expected JSON at most ${DEEPEST_JSON} levels deep, got more`);
  if (typeof value === 'string') return JSON.stringify(toWellFormed(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(', ')}]`;
  return toJsonObject(Object.entries(value).map(([key, member]) => [key, write(member, depth + 1)]));
}
