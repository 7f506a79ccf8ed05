import type { Json, JsonObject } from '../../../scenarios/types.ts';
import { items, string } from '../../json.ts';
import { type TestClient, toolDefinition } from './client.ts';

/** Tools behind the bridge, by the client's name. */
export type Deferred = Record<string, string>;

/** A client that keeps every tool behind `tool_search`, `tool_describe` and `tool_call`; a tool answers with its own name. */
export function hermesLike(deferred: Deferred, listing = ''): TestClient {
  const list = (key: string, of: JsonObject): JsonObject => ({
    type: 'object',
    properties: { [key]: { type: 'array', items: of } },
    required: [key],
  });
  const text = { type: 'string' };
  const call = {
    type: 'object',
    properties: { name: text, arguments: { type: 'object' } },
    required: ['name', 'arguments'],
  };
  return {
    tools: () => [
      toolDefinition('read_file', 'Reads a file.'),
      toolDefinition('tool_search', `Finds tools.${listing}`, list('queries', text)),
      toolDefinition('tool_describe', 'Describes tools.', list('names', text)),
      toolDefinition('tool_call', 'Calls a tool.', list('calls', call)),
    ],
    call(name, args) {
      if (name === 'tool_search') return JSON.stringify(search(deferred, args['queries']));
      if (name === 'tool_describe') return JSON.stringify(describe(deferred, args['names']));
      return name === 'tool_call' ? invoke(deferred, args['calls']) : `${name} is listed`;
    },
  };
}

function search(deferred: Deferred, queries: Json | undefined): JsonObject {
  if (!Array.isArray(queries)) return { error: 'queries is required and must be an array of strings' };
  const results = queries.map((query): JsonObject => {
    const matches = rank(deferred, tokens(string(query)));
    if (matches.length > 0) return { query, matches };
    const sources = [{ name: 'probe', tool_count: Object.keys(deferred).length }];
    return { query, matches, available_sources: sources, hint: 'Nothing has these words.' };
  });
  const named = results.flatMap(({ matches }) => items(matches).map(string));
  return {
    queries,
    total_available: Object.keys(deferred).length,
    results,
    tools: Object.fromEntries(named.map((name) => [name, card(deferred, name)])),
  };
}

function card(deferred: Deferred, name: string): JsonObject {
  return { source: 'mcp', source_name: 'mcp-probe', description: deferred[name] ?? '', required: [] };
}

/** The rarest word of the query must be in the tool's text, and half of the words that any tool has, from four on. */
function rank(deferred: Deferred, query: string[]): string[] {
  const texts = Object.entries(deferred).map(([name, description]) => ({
    name,
    words: new Set(tokens(`${name} ${description}`)),
  }));
  const having = (word: string): number => texts.filter(({ words }) => words.has(word)).length;
  const [rarest] = query.toSorted((a, b) => having(a) - having(b));
  const known = [...new Set(query)].filter((word) => having(word) > 0);
  const least = known.length >= 4 ? Math.ceil(known.length / 2) : 0;
  const score = (words: Set<string>): number => known.filter((word) => words.has(word)).length;
  return texts
    .filter(({ words }) => rarest !== undefined && words.has(rarest) && score(words) >= least)
    .toSorted((a, b) => score(b.words) - score(a.words))
    .slice(0, 5)
    .map(({ name }) => name);
}

function tokens(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function describe(deferred: Deferred, names: Json | undefined): JsonObject {
  const asked = items(names).map(string);
  const known = asked.filter((name) => Object.hasOwn(deferred, name));
  const unknown = asked.filter((name) => !Object.hasOwn(deferred, name));
  const tools = known.map((name) => [name, { description: deferred[name] ?? '', parameters: { type: 'object' } }]);
  return { tools: Object.fromEntries(tools), ...(unknown.length > 0 && { not_found: unknown, hint: 'Search again.' }) };
}

function invoke(deferred: Deferred, calls: Json | undefined): string {
  const [call] = items(calls) as JsonObject[];
  const name = string(call?.['name']);
  if (Object.hasOwn(deferred, name)) return `${name} answers`;
  const fuller = Object.keys(deferred).find((known) => known.endsWith(`__${name}`));
  return JSON.stringify({ error: `'${name}' is no tool.${fuller === undefined ? '' : ` Is '${fuller}' meant?`}` });
}
