import type { JsonObject } from '../../types.ts';
import { isObject } from '../json-object.ts';

/**
 * A schema whose object nodes are complete: `type` where `properties` (at the root also `required`) implies it,
 * `properties` always, and `required` always a list that names only properties. `required` alone below the root is a
 * constraint on an outer schema and stays as it is. Of the original client's two variants this is the newer one.
 */
export function repairObject(schema: JsonObject, atRoot: boolean): JsonObject {
  const implied = Object.hasOwn(schema, 'properties') || (atRoot && Object.hasOwn(schema, 'required'));
  const typed = implied && !Object.hasOwn(schema, 'type') ? { type: 'object', ...schema } : schema;
  if (typed.type !== 'object') return schema;
  const properties = isObject(typed.properties) ? typed.properties : {};
  const listed = Array.isArray(typed.required) ? typed.required : [];
  const required = listed.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
  return { ...typed, properties, required: [...new Set(required)] };
}
