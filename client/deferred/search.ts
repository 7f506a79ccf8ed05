import { toJson } from '../results/json.ts';
import type { Json, JsonObject, RegisteredTool } from '../types.ts';
import { errorJson } from './error-json.ts';
import { countSources, isServerTool } from './label.ts';
import { indexCatalog, rank } from './rank.ts';
import type { ToolSearchSettings } from './settings.ts';
import { cut } from './shorten.ts';
import { readQueries } from './string-list.ts';

/**
 * Answers `tool_search`: for each query the names it finds, and once for all of them what each tool is. A query without a
 * match says which sources there are. JSON, with `error` for arguments that cannot be read.
 */
export function searchTools(
  args: JsonObject,
  catalog: readonly RegisteredTool[],
  { searchDefaultLimit, maxSearchLimit }: Pick<ToolSearchSettings, 'searchDefaultLimit' | 'maxSearchLimit'>,
): string {
  const queries = readQueries(args);
  if (queries.kind === 'error') return errorJson(queries.message);
  const limit = Math.min(Math.max(readLimit(args.limit) ?? searchDefaultLimit, 1), maxSearchLimit);
  const ranked = indexCatalog(catalog);
  const found = new Map<string, JsonObject>();
  const results = queries.values.map((query): JsonObject => {
    const matches = rank(ranked, query).slice(0, limit);
    for (const tool of matches) found.set(tool.name, summarise(tool));
    const group: JsonObject = { query, matches: matches.map(({ name }) => name) };
    return matches.length > 0 ? group : { ...group, ...adviseOn(catalog) };
  });
  return toJson({
    queries: queries.values,
    total_available: catalog.length,
    results,
    tools: Object.fromEntries(found),
  });
}

function readLimit(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : undefined;
}

function summarise(tool: RegisteredTool): JsonObject {
  const required = Array.isArray(tool.parameters.required) ? tool.parameters.required : [];
  return {
    source: isServerTool(tool) ? 'mcp' : 'other',
    source_name: tool.toolset,
    description: cut(tool.description, 500),
    required: required
      .filter((name) => typeof name === 'string')
      .slice(0, 32)
      .map((name) => Array.from(name).slice(0, 64).join('')),
  };
}

function adviseOn(catalog: readonly RegisteredTool[]): JsonObject {
  return {
    available_sources: countSources(catalog).map(([name, tool_count]) => ({ name, tool_count })),
    hint:
      'No tool holds these words, but the sources above can be used. ' +
      'Search again with the name of a service, an action and an object.',
  };
}
