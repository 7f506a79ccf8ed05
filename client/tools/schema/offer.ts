import type { Json, JsonObject } from '../../types.ts';
import { isObject } from '../json-object.ts';
import { mapSchema } from './walk.ts';

/** Keywords that providers refuse at the root of a tool's parameters. */
const refusedAtRoot = ['allOf', 'anyOf', 'enum', 'not', 'oneOf'];

/**
 * A normalised schema in the narrower form that every provider takes in a request's tool list (the original client's last
 * step). It is laxer than the tool's own: the server still checks the arguments. Property names stay as they are, since
 * the server would not know others.
 */
export function toOfferedSchema(schema: JsonObject): JsonObject {
  const {
    type: _,
    properties,
    ...root
  } = Object.fromEntries(
    Object.entries(mapSchema(schema, narrow)).filter(([keyword]) => !refusedAtRoot.includes(keyword)),
  );
  // Whatever a server says of its arguments: a provider that refuses one tool refuses the whole request.
  return { type: 'object', properties: isObject(properties) ? properties : {}, ...root };
}

function narrow(schema: JsonObject): JsonObject {
  const node = withOneType(withSchemas(schema));
  return Object.fromEntries(
    Object.entries(node).filter(([keyword, value]) => {
      if (keyword === 'default') return !Object.hasOwn(node, '$ref');
      return keyword !== 'required' || !Array.isArray(value) || value.length > 0;
    }),
  );
}

/** `"string"` in the place of a schema is meant as `{"type": "string"}`. */
function withSchemas(schema: JsonObject): JsonObject {
  const { items, properties } = schema;
  const whole = (value: Json): Json => (typeof value === 'string' ? { type: value } : value);
  return {
    ...schema,
    ...(items !== undefined && { items: whole(items) }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, whole(value)])),
    }),
  };
}

/** One type in place of a list of them: `nullable` for `null`, a union for several others. */
function withOneType(schema: JsonObject): JsonObject {
  const { type, ...kept } = schema;
  if (!Array.isArray(type)) return schema;
  const others = type.filter((each) => each !== 'null');
  const nullable = others.length < type.length && others.length > 0 ? { nullable: true } : {};
  if (others.length <= 1) return { type: others[0] ?? 'null', ...kept, ...nullable };
  return { anyOf: others.map((each) => ({ type: each })), ...kept, ...nullable };
}
