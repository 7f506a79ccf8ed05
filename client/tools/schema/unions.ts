import type { Json, JsonObject } from '../../types.ts';
import { isObject } from '../json-object.ts';

/** Keywords that say more about the value than the union beside them does; such a schema is left as it is. */
const shaping = [
  '$ref',
  'additionalProperties',
  'allOf',
  'const',
  'enum',
  'if',
  'items',
  'not',
  'patternProperties',
  'prefixItems',
  'properties',
  'required',
  'type',
];
/** What a collapsed union hands down to the schema that takes its place; without `$defs` references would dangle. */
const carried = ['title', 'description', 'default', 'examples', '$defs'];

/**
 * A schema without a union that providers understand badly: one branch beside `null` becomes that branch with
 * `nullable: true`, and branches that are only constants of one primitive type become an `enum`. Both are what
 * generators write for an optional value and for a list of literals.
 */
export function collapseUnion(schema: JsonObject): JsonObject {
  const branches = unionOf(schema);
  if (branches === undefined) return schema;
  const others = branches.filter((branch) => !isNull(branch));
  const nullable = others.length < branches.length;
  const [only] = others;
  if (nullable && others.length === 1 && isObject(only)) {
    return handDown(schema, Object.hasOwn(only, 'nullable') ? only : { ...only, nullable: true });
  }
  const constants = enumOf(others);
  if (constants === undefined) return schema;
  return handDown(schema, nullable ? { ...constants, nullable: true } : constants);
}

function unionOf(schema: JsonObject): Json[] | undefined {
  const { anyOf, oneOf } = schema;
  if (shaping.some((keyword) => Object.hasOwn(schema, keyword))) return undefined;
  if (Array.isArray(anyOf)) return oneOf === undefined ? anyOf : undefined;
  return Array.isArray(oneOf) && anyOf === undefined ? oneOf : undefined;
}

function isNull(branch: Json): boolean {
  return isObject(branch) && branch.type === 'null';
}

function handDown(union: JsonObject, branch: JsonObject): JsonObject {
  const kept = carried.filter((key) => {
    // A default beside a reference is refused by providers.
    if (key === 'default' && Object.hasOwn(branch, '$ref')) return false;
    return Object.hasOwn(union, key) && !Object.hasOwn(branch, key);
  });
  return { ...branch, ...Object.fromEntries(kept.map((key) => [key, union[key] ?? null])) };
}

function enumOf(branches: Json[]): JsonObject | undefined {
  const types = new Set(branches.map(typeOfConstant));
  const [type] = types;
  if (types.size !== 1 || type === undefined) return undefined;
  const values = branches.flatMap((branch) => (isObject(branch) ? [branch.const ?? null] : []));
  return { type, enum: [...new Set(values)] };
}

/** The JSON Schema type of a branch that is a constant and nothing else, or undefined. */
function typeOfConstant(branch: Json): string | undefined {
  if (!isObject(branch)) return undefined;
  if (Object.keys(branch).some((key) => !['const', 'type', 'title', 'description'].includes(key))) return undefined;
  const type = typeOf(branch.const);
  if (branch.type === undefined || branch.type === type) return type;
  return branch.type === 'number' && type === 'integer' ? 'number' : undefined;
}

function typeOf(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' || typeof value === 'boolean' ? typeof value : undefined;
}
