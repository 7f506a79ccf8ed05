import type { Json } from '../../../scenarios/types.ts';
import { isObject, items, parseJson, string } from '../../json.ts';
import { type Named, namesIn } from '../names.ts';

// Deeper than any search result, and a bound on what a client's answer can make us walk.
const DEPTH = 8;
const LISTS = new Set(['matches', 'names', 'results', 'tools']);
// Names of servers, not of tools.
const SOURCES = 'available_sources';

/**
 * What an answer of `tool_search` names as tools. In JSON: keys of a `tools` object, objects with a `name`, and strings
 * in lists of matches (the echoed queries are none of these). In any other text each word is taken for a name.
 */
export function readMatches(answer: string): Named[] {
  const value = parseEmbedded(answer);
  if (value !== undefined) return walk(value, DEPTH);
  return namesIn(answer).map((name) => ({ name, description: '' }));
}

/** The JSON of a bridge's answer, also where the client put text around an object, or put it into one as its `output`. */
export function parseEmbedded(answer: string): Json | undefined {
  const whole = parseJson(answer);
  if (whole !== undefined) return isOutput(whole) ? parseEmbedded(whole.output) : whole;
  const start = answer.indexOf('{');
  return start < 0 ? undefined : parseJson(answer.slice(start, answer.lastIndexOf('}') + 1));
}

function isOutput(value: Json): value is { output: string } {
  return isObject(value) && typeof value['output'] === 'string' && Object.keys(value).length === 1;
}

function walk(value: Json, depth: number): Named[] {
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((item) => walk(item, depth - 1));
  if (!isObject(value)) return [];
  const own =
    typeof value['name'] === 'string' ? [{ name: value['name'], description: string(value['description']) }] : [];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, inner]) => {
      if (key === SOURCES) return [];
      return [...named(key, inner), ...walk(inner, depth - 1)];
    }),
  ];
}

function named(key: string, inner: Json): Named[] {
  if (key === 'tools' && isObject(inner)) {
    return Object.entries(inner).map(([name, tool]) => ({
      name,
      description: isObject(tool) ? string(tool['description']) : '',
    }));
  }
  if (!LISTS.has(key)) return [];
  return items(inner).flatMap((name) => (typeof name === 'string' ? [{ name, description: '' }] : []));
}
