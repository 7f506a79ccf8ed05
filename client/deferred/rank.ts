import { isObject } from '../tools/json-object.ts';
import type { RegisteredTool } from '../types.ts';
import { type Bm25Index, buildIndex, idf, scores } from './bm25.ts';
import { sourceLabel } from './label.ts';
import { tokenise } from './tokens.ts';

/** A catalog of tools, ready to be searched. */
export interface RankedCatalog {
  tools: readonly RegisteredTool[];
  index: Bm25Index;
}

/** Indexes by the array that they are of: a turn has one catalog, and often several searches. */
const indexed = new WeakMap<readonly RegisteredTool[], RankedCatalog>();

/** The index of a catalog, which must not be changed afterwards. */
export function indexCatalog(tools: readonly RegisteredTool[]): RankedCatalog {
  const known = indexed.get(tools);
  if (known !== undefined) return known;
  const stems = new Map<string, string>();
  const catalog = { tools, index: buildIndex(tools.map((tool) => tokenise(searchText(tool), stems))) };
  indexed.set(tools, catalog);
  return catalog;
}

/**
 * The tools that a query finds, best first by BM25, ties in the order of the catalog. Two rules keep chance hits out: a
 * tool must hold the rarest token of the query (so that a word which no tool holds finds nothing), and of four or more
 * tokens that the catalog knows at least half. A query that is a tool's name, in any case, puts that tool first and needs
 * neither (the original client's rules).
 */
export function rank({ tools, index }: RankedCatalog, query: string): RegisteredTool[] {
  const name = query.trim().toLowerCase();
  const tokens = tokenise(query);
  const score = scores(index, tokens);
  const admitted = admit(index, tokens);
  return tools
    .map((tool, at) => ({
      tool,
      exact: tool.name.toLowerCase() === name,
      score: score[at] ?? 0,
      admitted: admitted[at],
    }))
    .filter((hit) => hit.exact || hit.admitted === true)
    .sort((a, b) => Number(b.exact) - Number(a.exact) || b.score - a.score)
    .map(({ tool }) => tool);
}

function admit(index: Bm25Index, query: readonly string[]): boolean[] {
  const tokens = [...new Set(query)];
  const known = tokens.filter((token) => index.frequencies.has(token));
  const needed = known.length >= 4 ? Math.ceil(known.length / 2) : 0;
  const rarest = tokens.reduce<string | undefined>(
    (best, token) => (best === undefined || idf(index, token) > idf(index, best) ? token : best),
    undefined,
  );
  return index.documents.map(({ counts }) => {
    if (rarest === undefined || !counts.has(rarest)) return false;
    return known.filter((token) => counts.has(token)).length >= needed;
  });
}

/** Of a description of megabytes only the beginning is searched, or one server would slow down every search. */
const longestSearched = 10_000;

/** What a tool is found by: the words of its name, its source, its description and its parameters' names. */
function searchText(tool: RegisteredTool): string {
  const words = tool.name.replace(/^mcp__/, '').replace(/[_.:-]/g, ' ');
  const label = sourceLabel(tool);
  const { properties } = tool.parameters;
  return [
    words,
    words.toLowerCase().split(' ').includes(label.toLowerCase()) ? '' : label,
    tool.description,
    ...(isObject(properties) ? Object.keys(properties) : []),
  ]
    .join(' ')
    .slice(0, longestSearched);
}
