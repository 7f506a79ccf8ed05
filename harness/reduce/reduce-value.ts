import type { Json, JsonObject } from '../../scenarios/types.ts';
import { isObject, member, pointerStep, string } from '../json.ts';
import { isOurTool, type Ours } from './ours.ts';
import { reduceText } from './reduce-text.ts';
import { isStructural, isWord } from './words.ts';

/** What of a request's body stays whole, beside what is ours wherever it stands. */
export interface Kept {
  /** RFC 6901 pointers. */
  pointers: ReadonlySet<string>;
  /** Strings that stand whole anyway, so that a client that repeats one is still seen to repeat it. */
  texts: ReadonlySet<string>;
}

/** How a text of a body is reduced; the same text again gives the same. */
export type TextReducer = typeof reduceText;

interface Where {
  key: string;
  pointer: string;
  depth: number;
}

// Deeper than the judge looks.
const MAX_DEPTH = 100;
const DEFINING = new Set(['tools', 'functions', 'function', 'functionDeclarations', 'function_declarations']);
const CALL_KEYS = new Set(['tool_calls', 'function_call', 'functionCall']);
const CALL_TYPES = new Set(['tool_use', 'tool_call', 'function_call', 'tool_search_call', 'item_reference']);
// Members of a JSON Schema whose own keys are names that someone chose.
const NAMING = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/**
 * A copy of a JSON value in which all that is neither ours nor of the form of a request is omitted (see reduce.ts). Throws
 * RangeError where it is nested deeper than JSON can be written.
 */
export function reduceValue(value: Json, ours: Ours, kept: Kept, toText: TextReducer = reduceText): Json {
  const inText = { ...kept, pointers: new Set<string>() };
  const retell = (inner: Json): Json => reduceValue(inner, ours, inText, toText);

  function walk(value: Json, where: Where): Json {
    if (kept.pointers.has(where.pointer)) return value;
    if (typeof value === 'string') return reduceString(value, where.key);
    if (value === null || typeof value !== 'object') return value;
    if (where.depth > MAX_DEPTH) return asText(value);
    if (Array.isArray(value)) return value.map((item, index) => walk(item, step(where, index, where.key)));
    if (isOurCall(where.key, value, ours)) return value;
    if (DEFINING.has(where.key) && typeof value['name'] === 'string') return reduceTool(value, value['name'], where);
    return namesThings(value) ? asText(value) : mapMembers(value, where, walk);
  }

  /** The schema of another's tool is a text: names of arguments are words that someone wrote. */
  function reduceTool(tool: JsonObject, name: string, where: Where): JsonObject {
    if (isOurTool(name, string(tool['description']), ours)) return tool;
    return mapMembers(tool, where, (value, inner) =>
      value !== null && typeof value === 'object' && !DEFINING.has(inner.key) ? asText(value) : walk(value, inner),
    );
  }

  function reduceString(text: string, key: string): string {
    if (isStructural(key, text) || kept.texts.has(text) || wasAnswered(text, ours)) return text;
    return toText(text, ours, retell);
  }

  function asText(value: Json): string {
    return toText(JSON.stringify(value), ours);
  }

  return walk(value, { key: '', pointer: '', depth: 0 });
}

function mapMembers(object: JsonObject, where: Where, change: (value: Json, where: Where) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, child]) => [key, change(child, step(where, key, key))]));
}

function step({ pointer, depth }: Where, name: string | number, key: string): Where {
  return { key, pointer: pointer + pointerStep(name), depth: depth + 1 };
}

/** Whether keys of the object are text: names of arguments in a schema, or no words at all. */
function namesThings(object: JsonObject): boolean {
  return NAMING.some((key) => isObject(object[key])) || !Object.keys(object).every(isWord);
}

/** A call of the talk's history that the mocked model made: Gemini's have no id that lasts, but a name. */
function isOurCall(key: string, value: JsonObject, { callIds, callNames }: Ours): boolean {
  const { id, call_id: callId, name, type } = value;
  if (!CALL_KEYS.has(key) && !CALL_TYPES.has(string(type))) return false;
  const called = string(name ?? member(value['function'], 'name'));
  return [id, callId].some((one) => callIds.has(string(one))) || (type === undefined && callNames.has(called));
}

/** Whether a string stands in an answer of ours: an id, a text of the model. */
function wasAnswered(text: string, { answers }: Ours): boolean {
  const spelt = JSON.stringify(text).slice(1, -1);
  return answers.some((answer) => answer.includes(spelt));
}
