import { isObject } from '../tools/json-object.ts';
import { mapSchema } from '../tools/schema/walk.ts';
import type { JsonObject } from '../types.ts';

/**
 * A schema of JSON Schema 2020-12, OpenAPI's `nullable` included, in the words of draft 7: the only engine that the
 * SDK's bundle of Ajv exports with its errors. What draft 7 cannot say is left out, so that the result is laxer and never
 * stricter.
 */
export function toDraft7(schema: JsonObject): JsonObject {
  return mapSchema(schema, (node) => {
    // $async would make the validator answer with a promise, which is never false and may reject unheard.
    const { $schema: _dialect, $async: _async, nullable, dependentRequired, dependentSchemas, ...kept } = node;
    const translated = withDependencies(withItems(kept), dependentRequired, dependentSchemas);
    return nullable === true ? allowNull(translated) : translated;
  });
}

function withItems(node: JsonObject): JsonObject {
  const { prefixItems, items, ...kept } = node;
  if (prefixItems === undefined) return node;
  return items === undefined
    ? { ...kept, items: prefixItems }
    : { ...kept, items: prefixItems, additionalItems: items };
}

function withDependencies(node: JsonObject, ...dependencies: (JsonObject[string] | undefined)[]): JsonObject {
  const added = dependencies.filter((each) => isObject(each)).map((each) => ({ dependencies: each }));
  if (added.length === 0) return node;
  return { ...node, allOf: [...(Array.isArray(node.allOf) ? node.allOf : []), ...added] };
}

function allowNull(node: JsonObject): JsonObject {
  // A type keeps errors exact; where it does not settle the matter, null becomes a branch of its own.
  if (typeof node.type !== 'string' || node.const !== undefined) return { anyOf: [node, { type: 'null' }] };
  const typed = { ...node, type: [node.type, 'null'] };
  return Array.isArray(node.enum) ? { ...typed, enum: [...node.enum, null] } : typed;
}
