import type { Json, JsonObject } from '../../types.ts';
import { isObject } from '../json-object.ts';

/**
 * A schema with `$defs` in place of the older `definitions`, and with `$ref`s that point there. Where both keywords
 * stand, they become one, and an entry of `$defs` wins over a namesake.
 */
export function renameDefinitions(schema: JsonObject): JsonObject {
  if (schema.definitions === undefined && schema.$ref === undefined) return schema;
  const renamed: JsonObject = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key === 'definitions' ? '$defs' : key,
      key === '$ref' ? renameReference(value) : value,
    ]),
  );
  const { definitions, $defs } = schema;
  return isObject(definitions) && isObject($defs) ? { ...renamed, $defs: { ...definitions, ...$defs } } : renamed;
}

function renameReference(reference: Json): Json {
  const prefix = '#/definitions/';
  if (typeof reference !== 'string' || !reference.startsWith(prefix)) return reference;
  return `#/$defs/${reference.slice(prefix.length)}`;
}
