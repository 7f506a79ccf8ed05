import { isObject } from '../tools/json-object.ts';
import type { Json, JsonObject } from '../types.ts';

/**
 * The arguments with strings turned into what their parameter asks for, where the schema wants no string and the text
 * spells exactly such a value: `"5"` for an integer, `"true"` for a boolean, JSON text for a list or an object. Models
 * quote values often. Only the top level is looked at.
 */
export function coerceArguments(args: JsonObject, parameters: JsonObject): JsonObject {
  const properties = isObject(parameters.properties) ? parameters.properties : {};
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      key,
      typeof value === 'string' && Object.hasOwn(properties, key) ? coerce(value, typesOf(properties[key])) : value,
    ]),
  );
}

function typesOf(schema: Json | undefined): string[] {
  if (!isObject(schema)) return [];
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((type) => typeof type === 'string');
  return schema.nullable === true && types.length > 0 ? [...types, 'null'] : types;
}

function coerce(text: string, types: string[]): Json {
  if (types.length === 0 || types.includes('string')) return text;
  const value = read(text.trim());
  return value !== undefined && types.some((type) => isOfType(value, type)) ? value : text;
}

function read(text: string): Json | undefined {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isOfType(value: Json, type: string): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'null') return value === null;
  return type === 'boolean' && typeof value === 'boolean';
}
