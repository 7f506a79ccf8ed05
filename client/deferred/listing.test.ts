import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens, listingBudget, renderListing } from './listing.ts';
import { defaultSettings } from './settings.ts';
import { builtinTool, serverTool } from './testing/tool.ts';

const header = 'Deferred tool catalog (call schemas via `tool_describe`, invoke via `tool_call`):';
const docs = [serverTool('mcp__docs__search', { description: 'Finds pages. Fast.' }), serverTool('mcp__docs__read')];
const wiki = ['a', 'b', 'c'].map((name) =>
  serverTool(`mcp__wiki__${name.repeat(20)}`, { description: 'Reads articles.' }),
);

describe('listingBudget', () => {
  it.each([
    [131_072, {}, 4000],
    [20_000, {}, 1000],
    [20_019, {}, 1000],
    [undefined, {}, 4000],
    [undefined, { listingMaxTokens: 60_000 }, 10_000],
    [131_072, { thresholdPct: 0 }, 0],
    [131_072, { thresholdPct: 2.5 }, 3276],
    [-500, {}, 0],
  ])('with a context of %j and %j is %i', (contextLength, given, budget) => {
    expect(listingBudget({ ...defaultSettings, ...given }, contextLength)).toBe(budget);
  });
});

describe('renderListing', () => {
  it('lists names and descriptions, by source and name', () => {
    expect(renderListing([...wiki, ...docs, builtinTool('todo_list')], 4000)).toEqual({
      form: 'full',
      text: [
        header,
        'builtin tools (1):',
        '- todo_list: Built-in todo_list.',
        'docs tools (2):',
        '- mcp__docs__read',
        '- mcp__docs__search: Finds pages.',
        'wiki tools (3):',
        '- mcp__wiki__aaaaaaaaaaaaaaaaaaaa: Reads articles.',
        '- mcp__wiki__bbbbbbbbbbbbbbbbbbbb: Reads articles.',
        '- mcp__wiki__cccccccccccccccccccc: Reads articles.',
      ].join('\n'),
    });
  });

  it('lists names alone when descriptions do not fit', () => {
    const text = [
      header,
      'docs tools (2):',
      'mcp__docs__read, mcp__docs__search',
      'wiki tools (3):',
      'mcp__wiki__aaaaaaaaaaaaaaaaaaaa, mcp__wiki__bbbbbbbbbbbbbbbbbbbb, mcp__wiki__cccccccccccccccccccc',
    ].join('\n');
    expect(renderListing([...docs, ...wiki], estimateTokens(text))).toEqual({ form: 'names', text });
  });

  it('collapses the source with the longest list of names first', () => {
    const text = [
      header,
      'docs tools (2):',
      'mcp__docs__read, mcp__docs__search',
      'wiki (3 tools — names not listed; discover via `tool_search`)',
    ].join('\n');
    expect(renderListing([...docs, ...wiki], estimateTokens(text))).toEqual({ form: 'mixed', text });
  });

  it('collapses sources with equally long lists by label', () => {
    const tools = ['mcp__b__', 'mcp__a__'].flatMap((start) =>
      Array.from({ length: 9 }, (_, at) => serverTool(`${start}tool_with_a_long_name_${at}`)),
    );
    const { form, text } = renderListing(tools, 120);
    expect(form).toBe('mixed');
    expect(text).toContain('\na (9 tools — names not listed; discover via `tool_search`)\nb tools (9):\n');
  });

  it('counts tools when no names fit', () => {
    const text = [
      header,
      'docs (2 tools — names not listed; discover via `tool_search`)',
      'wiki (3 tools — names not listed; discover via `tool_search`)',
    ].join('\n');
    const long = docs.map((tool, at) => ({ ...tool, name: `mcp__docs__${String(at).repeat(50)}` }));
    expect(renderListing([...long, ...wiki], estimateTokens(text))).toEqual({ form: 'groups', text });
  });

  it('is empty when nothing fits', () => {
    expect(renderListing([...docs, ...wiki], 30)).toEqual({ form: 'none', text: '' });
    expect(renderListing(docs, 0)).toEqual({ form: 'none', text: '' });
  });

  const labels = fc.constantFrom('docs', 'wiki', 'my-api', 'größe');
  const names = fc.stringMatching(/^[a-z_]{1,40}$/);
  const catalogs = fc
    .uniqueArray(fc.tuple(labels, names, fc.string({ unit: 'binary', maxLength: 90 })), {
      selector: ([label, name]) => `${label} ${name}`,
      minLength: 1,
      maxLength: 12,
    })
    .map((entries) =>
      entries.map(([label, name, description]) =>
        serverTool(`mcp__${label.length}__${name}`, { toolset: `mcp-${label}`, description }),
      ),
    );

  it('stays within any budget, and cuts no line', () => {
    const heading = /^\S+ (?:tools \(\d+\):|\(\d+ tools — names not listed; discover via `tool_search`\))$/;
    fc.assert(
      fc.property(catalogs, fc.nat({ max: 400 }), (tools, budget) => {
        const { form, text } = renderListing(tools, budget);
        expect(form === 'none' || estimateTokens(text) <= budget).toBe(true);
        const whole = new Set(tools.map((tool) => tool.name));
        for (const line of text.split('\n').slice(1)) {
          const entries = line.startsWith('- ') ? [line.slice(2).split(': ')[0] ?? ''] : line.split(', ');
          expect(heading.test(line) || entries.every((entry) => whole.has(entry))).toBe(true);
        }
      }),
    );
  });

  it('gives the same bytes in whatever order the tools come', () => {
    fc.assert(
      fc.property(catalogs, fc.nat({ max: 400 }), (tools, budget) => {
        expect(renderListing(tools.toReversed(), budget)).toEqual(renderListing(tools, budget));
      }),
    );
  });
});
