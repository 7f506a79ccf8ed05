import { expect, it } from 'vitest';
import { compare, countSources, isServerTool, sourceLabel } from './label.ts';
import { builtinTool, serverTool } from './testing/tool.ts';

it('labels a tool by its server, its toolset, or other', () => {
  expect(sourceLabel(serverTool('mcp__docs__search', { toolset: 'mcp-my-docs' }))).toBe('my-docs');
  expect(sourceLabel(builtinTool('read_file'))).toBe('builtin');
  expect(sourceLabel(serverTool('x', { toolset: '' }))).toBe('other');
  expect(sourceLabel(serverTool('x', { toolset: 'mcp-' }))).toBe('other');
});

it('knows a server by its toolset', () => {
  expect([serverTool('mcp__docs__search'), builtinTool('mcp__docs__search')].map(isServerTool)).toEqual([true, false]);
});

it('counts the tools of each source, sorted by label', () => {
  const tools = ['mcp__wiki__a', 'mcp__docs__a', 'mcp__wiki__b'].map((name) => serverTool(name));
  expect(countSources(tools)).toEqual([
    ['docs', 1],
    ['wiki', 2],
  ]);
});

it('orders by code units in every locale', () => {
  expect(['b', 'a', 'B', '_', 'a'].toSorted(compare)).toEqual(['B', '_', 'a', 'a', 'b']);
});
