import type { Json, JsonObject } from '../../types.ts';
import { isObject } from '../json-object.ts';

/** Levels of objects and lists that a schema may have; real ones stay below 20. */
export const deepest = 64;

/**
 * A copy of a schema in which objects below the 64th level are empty, so that everything that walks or prints it can
 * recurse. An empty object is a schema that allows anything: a cut schema is laxer, never wrong.
 */
export function copyBounded(schema: JsonObject): JsonObject {
  return copyObject(schema, 1);
}

function copyObject(object: JsonObject, level: number): JsonObject {
  if (level > deepest) return {};
  // fromEntries defines keys and never sets them: a key named __proto__ stays a key.
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, copyValue(value, level + 1)]));
}

function copyValue(value: Json, level: number): Json {
  // A list may stand one level deeper than an object, so that `anyOf` of the last object keeps its branches.
  if (Array.isArray(value)) return level > deepest + 1 ? [] : value.map((item) => copyValue(item, level + 1));
  return isObject(value) ? copyObject(value, level) : value;
}
