import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../types.ts';
import { searchTools } from './search.ts';
import { defaultSettings } from './settings.ts';
import { builtinTool, parsed, serverTool } from './testing/tool.ts';

const catalog = [
  serverTool('mcp__docs__read', { description: 'Reads a page.' }),
  serverTool('mcp__docs__search', {
    description: 'Finds pages — größer.',
    parameters: { type: 'object', properties: { q: {}, max: {} }, required: ['q'] },
  }),
  serverTool('mcp__my_wiki__read', { toolset: 'mcp-my-wiki', description: 'Reads an article.' }),
];

function search(args: JsonObject, tools = catalog): JsonObject {
  return parsed(searchTools(args, tools, defaultSettings));
}

function matches(limit?: Json): number {
  const tools = Array.from({ length: 60 }, (_, at) => serverTool(`mcp__docs__page_${at}`));
  const { results } = search({ queries: ['page'], ...(limit !== undefined && { limit }) }, tools);
  const [group] = results as { matches: string[] }[];
  return group?.matches.length ?? 0;
}

describe('searchTools', () => {
  it('answers with the names for each query, and each tool once', () => {
    expect(searchTools({ queries: ['find pages', 'page'] }, catalog, defaultSettings)).toBe(
      '{"queries": ["find pages", "page"], "total_available": 3, "results": [' +
        '{"query": "find pages", "matches": ["mcp__docs__search"]}, ' +
        '{"query": "page", "matches": ["mcp__docs__read", "mcp__docs__search"]}], "tools": {' +
        '"mcp__docs__search": {"source": "mcp", "source_name": "mcp-docs", "description": "Finds pages — größer.", "required": ["q"]}, ' +
        '"mcp__docs__read": {"source": "mcp", "source_name": "mcp-docs", "description": "Reads a page.", "required": []}}}',
    );
  });

  it('says for a query without a match which sources there are', () => {
    expect(search({ queries: ['page', 'invoice'] }).results).toEqual([
      { query: 'page', matches: ['mcp__docs__read', 'mcp__docs__search'] },
      {
        query: 'invoice',
        matches: [],
        available_sources: [
          { name: 'docs', tool_count: 2 },
          { name: 'my-wiki', tool_count: 1 },
        ],
        hint:
          'No tool holds these words, but the sources above can be used. ' +
          'Search again with the name of a service, an action and an object.',
      },
    ]);
  });

  it('names the source of a tool that is of no server', () => {
    expect(search({ queries: ['todo'] }, [builtinTool('todo_list')]).tools).toEqual({
      todo_list: { source: 'other', source_name: 'builtin', description: 'Built-in todo_list.', required: [] },
    });
  });

  it('cuts descriptions at 500 characters, and names of parameters at 32 of 64 characters', () => {
    const required = Array.from({ length: 40 }, (_, at) => `p${at}`.padEnd(80, 'x'));
    const tool = serverTool('mcp__docs__read', {
      description: `${'🎉'.repeat(500)}!`,
      parameters: { type: 'object', required: [7, ...required] },
    });
    const { tools } = search({ queries: ['read'] }, [tool]);
    const summary = (tools as JsonObject).mcp__docs__read as JsonObject;
    expect(summary.description).toBe(`${'🎉'.repeat(500)}…`);
    expect(summary.required).toEqual(required.slice(0, 32).map((name) => name.slice(0, 64)));
  });

  it.each<[Json | undefined, number]>([
    [undefined, 5],
    [null, 5],
    ['many', 5],
    [true, 5],
    [[3], 5],
    [3, 3],
    ['3', 3],
    [3.9, 3],
    [0, 1],
    [-4, 1],
    [1000, 25],
  ])('with the limit %j finds %i of 60', (limit, count) => {
    expect(matches(limit)).toBe(count);
  });

  it('gives the limit to each query', () => {
    const { results } = search({ queries: ['read', 'page'], limit: 1 });
    expect(results).toEqual([
      { query: 'read', matches: ['mcp__docs__read'] },
      { query: 'page', matches: ['mcp__docs__read'] },
    ]);
  });

  it('refuses arguments that cannot be read', () => {
    expect(search({})).toEqual({ error: '"queries" is needed, as an array of strings' });
    expect(search({ queries: Array.from('abcdefgh') })).toEqual({
      error: 'Expected at most 7 queries, got 8. Send fewer in one call.',
    });
  });

  it('answers for an empty catalog', () => {
    expect(search({ queries: ['page'] }, [])).toMatchObject({
      total_available: 0,
      results: [{ matches: [], available_sources: [] }],
      tools: {},
    });
  });
});
