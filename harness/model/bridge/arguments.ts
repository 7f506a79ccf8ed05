import type { Json, JsonObject } from '../../../scenarios/types.ts';
import { member, string } from '../../json.ts';
import type { RequestTool } from '../dialect.ts';

/** Arguments of `tool_search`, in the shape that its own schema asks for: `queries` (a list) or `query`, the first alone. */
export function searchArguments(bridge: RequestTool, query: string, more: string[] = []): JsonObject {
  const given = oneValue(bridge.parameters, ['queries', 'query'], query);
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, Array.isArray(value) ? [...value, ...more] : value]),
  );
}

/** Arguments of `tool_describe`: `names` (a list) or `name`. */
export function describeArguments(bridge: RequestTool, name: string): JsonObject {
  return oneValue(bridge.parameters, ['names', 'name'], name);
}

/** Arguments of `tool_call`: `calls` (a list of calls), or the name and the arguments of one call. */
export function callArguments(bridge: RequestTool, name: string, given: JsonObject): JsonObject {
  const call = { name, arguments: given };
  return declared(bridge.parameters, 'calls') === undefined ? call : { calls: [call] };
}

function oneValue(parameters: Json, [list, single]: [string, string], value: string): JsonObject {
  const key = declared(parameters, list) === undefined && declared(parameters, single) !== undefined ? single : list;
  // A schema may be older or newer than the key's name suggests; its type is what counts.
  // Gemini's schemas write types in capitals.
  const type = string(member(declared(parameters, key), 'type')).toLowerCase();
  return { [key]: type === 'string' || (key === single && type !== 'array') ? value : [value] };
}

function declared(parameters: Json, key: string): Json | undefined {
  return member(member(parameters, 'properties'), key);
}
