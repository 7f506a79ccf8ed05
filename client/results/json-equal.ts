import type { Json } from '../types.ts';
import { DEEPEST_JSON } from './json.ts';

/**
 * Whether two JSON values are the same value: members in any order, and never one type for another (`1` is not `true`).
 * Values nested deeper than DEEPEST_JSON are not compared; they count as different.
 */
export function jsonEqual(one: Json, other: Json, depth = 0): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (depth > DEEPEST_JSON) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    // Not as objects: pairs for millions of items would take hundreds of megabytes.
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => jsonEqual(item, other[index] ?? null, depth + 1));
  }
  const members = Object.entries(one);
  if (members.length !== Object.keys(other).length) return false;
  return members.every(([key, member]) => {
    const counterpart = Object.hasOwn(other, key) ? (other as Record<string, Json>)[key] : undefined;
    return counterpart !== undefined && jsonEqual(member, counterpart, depth + 1);
  });
}
