import type { Json, JsonObject } from '../../types.ts';
import { isObject } from '../json-object.ts';

/** Keywords that hold schemas under names of the author's choice. */
const maps = new Set(['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties']);
/** Keywords that hold values, which may look like schemas. */
const data = new Set(['const', 'default', 'enum', 'examples']);

/** Gives a schema another form. Its subschemas have been visited before. */
export type Visit = (schema: JsonObject, atRoot: boolean) => JsonObject;

/**
 * A schema with `visit` applied to it and to every subschema, innermost first. Keys of schema maps are names and not
 * keywords; values under `const`, `default`, `enum` and `examples` are left alone. The input is not changed.
 */
export function mapSchema(schema: JsonObject, visit: Visit, atRoot = true): JsonObject {
  const entries = Object.entries(schema).map(([key, value]) => [key, mapKeyword(key, value, visit)]);
  return visit(Object.fromEntries(entries), atRoot);
}

function mapKeyword(key: string, value: Json, visit: Visit): Json {
  if (data.has(key)) return value;
  if (!maps.has(key) || !isObject(value)) return mapValue(value, visit);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, mapValue(schema, visit)]));
}

function mapValue(value: Json, visit: Visit): Json {
  if (Array.isArray(value)) return value.map((item) => mapValue(item, visit));
  return isObject(value) ? mapSchema(value, visit, false) : value;
}
