import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RegisteredTool } from '../types.ts';
import { type Assembled, assembleTools } from './assemble.ts';
import { defaultSettings } from './settings.ts';
import { builtinTool, serverTool } from './testing/tool.ts';

const bridge = ['tool_search', 'tool_describe', 'tool_call'];
const tools = [
  serverTool('mcp__wiki__read', { description: 'Reads an article.' }),
  builtinTool('write_file'),
  serverTool('mcp__docs__search', { description: 'Finds pages.' }),
  builtinTool('read_file'),
];

function names({ definitions }: Assembled): string[] {
  return definitions.map((definition) => definition.function.name);
}

function searchText(given: RegisteredTool[], settings = defaultSettings, contextLength = 131_072): string {
  const { definitions } = assembleTools(given, settings, contextLength);
  return definitions.find((definition) => definition.function.name === 'tool_search')?.function.description ?? '';
}

const introduction = (count: number): string =>
  `Looks for tools that your tool list does not show; ${count} of them can be found. ` +
  'Give a list of queries, one for each capability that you need; they are searched side by side. ' +
  'Write keywords and no questions: a word that stands in no tool finds nothing. ' +
  'Then read the schema with tool_describe and run the tool with tool_call. ' +
  'Tools that are in your own tool list need no search.';
const complete =
  ' The catalog below covers all of them: never say that something is missing which stands there. ' +
  'Where you see the exact name of the tool that you need, skip the search.';
const header = 'Deferred tool catalog (call schemas via `tool_describe`, invoke via `tool_call`):';

describe('assembleTools', () => {
  it('puts three bridge tools after the tools that stay, in place of those of servers', () => {
    const assembled = assembleTools(tools, defaultSettings, 131_072);
    expect(names(assembled)).toEqual(['read_file', 'write_file', ...bridge]);
    expect(assembled.deferred.map(({ name }) => name)).toEqual(['mcp__docs__search', 'mcp__wiki__read']);
    expect(assembled.direct.map(({ name }) => name)).toEqual(['read_file', 'write_file']);
    expect(assembled.tier).toBe(1);
  });

  it('defines the bridge tools by the schemas that models were taught', () => {
    const { definitions } = assembleTools(tools, defaultSettings, 131_072);
    expect(definitions.slice(-3).map((definition) => definition.function.parameters)).toEqual([
      {
        type: 'object',
        properties: {
          queries: { type: 'array', description: expect.stringContaining('at most 7'), items: { type: 'string' } },
          limit: { type: 'integer', description: expect.any(String) },
        },
        required: ['queries'],
      },
      {
        type: 'object',
        properties: {
          names: { type: 'array', description: expect.stringContaining('at most 10'), items: { type: 'string' } },
        },
        required: ['names'],
      },
      {
        type: 'object',
        properties: {
          calls: {
            type: 'array',
            description: expect.any(String),
            items: {
              type: 'object',
              properties: {
                name: { type: 'string', description: expect.any(String) },
                arguments: { type: 'object', description: expect.any(String) },
              },
              required: ['name', 'arguments'],
            },
          },
        },
        required: ['calls'],
      },
    ]);
  });

  it('offers every tool itself, sorted by name, when the search is off', () => {
    const assembled = assembleTools(tools, { ...defaultSettings, enabled: false }, 131_072);
    expect(assembled).toMatchObject({ deferred: [], tier: 0 });
    expect(names(assembled)).toEqual(['mcp__docs__search', 'mcp__wiki__read', 'read_file', 'write_file']);
    expect(assembled.definitions[0]).toEqual({
      type: 'function',
      function: {
        name: 'mcp__docs__search',
        description: 'Finds pages.',
        parameters: { type: 'object', properties: {} },
      },
    });
  });

  it('adds no bridge when there is nothing to defer', () => {
    const assembled = assembleTools([builtinTool('write_file'), builtinTool('read_file')], defaultSettings, 131_072);
    expect(assembled).toMatchObject({ deferred: [], tier: 0 });
    expect(names(assembled)).toEqual(['read_file', 'write_file']);
  });

  it('defers a tool of a server by its toolset, whatever its name', () => {
    const odd = [serverTool('read_file'), builtinTool('mcp__docs__search')];
    expect(assembleTools(odd, defaultSettings, undefined).deferred.map(({ name }) => name)).toEqual(['read_file']);
  });

  it('defers tools of the client that the settings name', () => {
    const settings = { ...defaultSettings, defer: ['write_file'] };
    const { deferred } = assembleTools([builtinTool('write_file'), builtinTool('read_file')], settings, undefined);
    expect(deferred.map(({ name }) => name)).toEqual(['write_file']);
    const curated = assembleTools([builtinTool('todo_list')], defaultSettings, undefined);
    expect(curated.deferred.map(({ name }) => name)).toEqual(['todo_list']);
  });

  it('drops tools that have the name of a bridge tool', () => {
    const false_ = bridge.map((name) => serverTool(name, { toolset: 'mcp-evil', description: 'Mine.' }));
    expect(assembleTools([...tools, ...false_], defaultSettings, 131_072)).toEqual(
      assembleTools(tools, defaultSettings, 131_072),
    );
    expect(names(assembleTools(false_, { ...defaultSettings, enabled: false }, 131_072))).toEqual([]);
  });

  it('lists the catalog in the description of tool_search', () => {
    const catalog = [
      header,
      'docs tools (1):',
      '- mcp__docs__search: Finds pages.',
      'wiki tools (1):',
      '- mcp__wiki__read: Reads an article.',
    ].join('\n');
    expect(searchText(tools)).toBe(`${introduction(2)}${complete}\n\n${catalog}`);
  });

  const many = ['docs', 'wiki'].flatMap((server, more) =>
    Array.from({ length: 20 + more }, (_, at) => serverTool(`mcp__${server}__tool_number_${at}`)),
  );
  const summary = (label: string, count: number): string =>
    `${label} (${count} tools — names not listed; discover via \`tool_search\`)`;

  it('says how to reach the tools of servers whose names do not fit', () => {
    const text = searchText(many, { ...defaultSettings, listingMaxTokens: 200 });
    expect(text.split('\n\n')[0]).toBe(
      `${introduction(41)}${complete} The tools of a server that is marked "names not listed" can only be found by a search.`,
    );
    expect(text.endsWith(`\n${summary('wiki', 21)}`)).toBe(true);
    expect(assembleTools(many, { ...defaultSettings, listingMaxTokens: 200 }, 131_072).tier).toBe(1);
  });

  it('says to search first when no name fits', () => {
    // 5 % of 1,200 tokens are 60.
    expect(searchText(many, defaultSettings, 1200)).toBe(
      `${introduction(41)} The catalog below names the servers that can be searched, and not their tools: search FIRST, before you call a capability missing.` +
        `\n\n${[header, summary('docs', 20), summary('wiki', 21)].join('\n')}`,
    );
    expect(assembleTools(many, defaultSettings, 1200).tier).toBe(2);
  });

  it('lists nothing when nothing fits, or when listing is off', () => {
    expect(searchText(many, defaultSettings, 0)).toBe(introduction(41));
    expect(searchText(tools, { ...defaultSettings, listing: false })).toBe(introduction(2));
    expect(assembleTools(tools, { ...defaultSettings, listing: false }, 131_072).tier).toBe(2);
  });

  it('gives the same for the same tools in any order, again and again', () => {
    const name = fc.stringMatching(/^[a-z_]{1,20}$/);
    const tool = fc.oneof(
      fc.tuple(fc.constantFrom('docs', 'wiki'), name).map(([server, end]) => serverTool(`mcp__${server}__${end}`)),
      name.map(builtinTool),
      fc.constantFrom(...bridge).map((each) => builtinTool(each)),
    );
    const sets = fc.uniqueArray(tool, { selector: (each) => each.name, maxLength: 10 });
    fc.assert(
      fc.property(sets, fc.boolean(), fc.nat({ max: 100_000 }), (given, enabled, contextLength) => {
        const settings = { ...defaultSettings, enabled };
        const once = assembleTools(given, settings, contextLength);
        expect(assembleTools(given.toReversed(), settings, contextLength)).toEqual(once);
        expect(assembleTools([...once.direct, ...once.deferred], settings, contextLength)).toEqual(once);
        expect(new Set(names(once)).size).toBe(once.definitions.length);
      }),
    );
  });

  it('does not change the list that it is given', () => {
    const given = [...tools];
    assembleTools(given, defaultSettings, 131_072);
    expect(given).toEqual(tools);
  });
});
