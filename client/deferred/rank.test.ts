import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RegisteredTool } from '../types.ts';
import { scores } from './bm25.ts';
import { indexCatalog, rank } from './rank.ts';
import { serverTool } from './testing/tool.ts';
import { tokenise } from './tokens.ts';

const catalog = [
  serverTool('mcp__docs__list', { description: 'Lists all pages.' }),
  serverTool('mcp__docs__search', {
    description: 'Finds pages by keyword.',
    parameters: { type: 'object', properties: { locale: { type: 'string' } } },
  }),
  serverTool('mcp__github__create_issue', { description: 'Opens an issue in a repository.' }),
  serverTool('mcp__github__list_issues', { description: 'Lists the issues of a repository, newest first.' }),
  serverTool('mcp__my_wiki__read', { toolset: 'mcp-my-wiki', description: 'Reads an article.' }),
];

function found(query: string, tools: RegisteredTool[] = catalog): string[] {
  return rank(indexCatalog(tools), query).map(({ name }) => name);
}

describe('rank', () => {
  it('finds other forms of a word in names and descriptions', () => {
    expect(found('creating issues')).toEqual(['mcp__github__create_issue']);
    expect(found('issue')).toEqual(['mcp__github__create_issue', 'mcp__github__list_issues']);
  });

  it('finds tools by source and by the names of parameters', () => {
    expect(found('wiki')).toEqual(['mcp__my_wiki__read']);
    expect(found('locales')).toEqual(['mcp__docs__search']);
  });

  it('does not find tools by mcp, which every name begins with', () => {
    expect(found('mcp')).toEqual([]);
  });

  it('adds the source to the words of a tool only where its name does not hold it', () => {
    const named = serverTool('mcp__wiki__read');
    const unnamed = serverTool('mcp__x__read', { toolset: 'mcp-wiki' });
    expect(indexCatalog([named, unnamed]).index.documents.map(({ length }) => length)).toEqual([2, 3]);
  });

  it('reads the beginning of a description of megabytes', () => {
    const tools = [serverTool('mcp__x__read', { description: `alpha ${'beta '.repeat(2_000_000)} omega` })];
    expect([found('alpha beta', tools), found('omega', tools)]).toEqual([['mcp__x__read'], []]);
  });

  it('finds nothing when a word stands in no tool', () => {
    expect(found('search pages quickly')).toEqual([]);
    expect(found('???')).toEqual([]);
    expect(found('')).toEqual([]);
  });

  it('asks for the rarest word, the first of several', () => {
    // "list" stands in two tools, "keyword" in one: only that one is admitted.
    expect(found('list keyword')).toEqual(['mcp__docs__search']);
    // "keyword" and "article" are equally rare: the first decides.
    expect(found('keyword article')).toEqual(['mcp__docs__search']);
    expect(found('article keyword')).toEqual(['mcp__my_wiki__read']);
  });

  it('asks for half of the words, rounded up, when there are four or more', () => {
    const tools = [
      serverTool('mcp__a__one', { description: 'alpha' }),
      serverTool('mcp__a__two', { description: 'alpha beta' }),
      serverTool('mcp__a__three', { description: 'alpha beta gamma' }),
      ...['four', 'five', 'six'].map((name) =>
        serverTool(`mcp__b__${name}`, { description: 'beta gamma delta epsilon' }),
      ),
    ];
    // No token is rarer than alpha, which comes first.
    expect(found('alpha beta gamma', tools).toSorted()).toEqual(['mcp__a__one', 'mcp__a__three', 'mcp__a__two']);
    expect(found('alpha beta gamma delta', tools).toSorted()).toEqual(['mcp__a__three', 'mcp__a__two']);
    expect(found('alpha beta gamma delta epsilon', tools)).toEqual(['mcp__a__three']);
    // A repeated word counts once.
    expect(found('alpha alpha beta gamma', tools)).toHaveLength(3);
  });

  it('puts a tool first whose name is the query, in any case, and asks nothing of it', () => {
    expect(found(' MCP__Docs__LIST ')).toEqual(['mcp__docs__list']);
    const tools = [
      serverTool('mcp__x__mcp_docs_docs_search', { description: 'mcp docs search, mcp docs search' }),
      serverTool('mcp__docs__search'),
    ];
    expect(found('mcp__docs__search', tools)).toEqual(['mcp__docs__search', 'mcp__x__mcp_docs_docs_search']);
  });

  it('ranks by score, ties in the order of the catalog, and alike for every order of the catalog', () => {
    const word = fc.constantFrom('page', 'issue', 'read', 'list', 'new', 'wiki');
    const descriptions = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 });
    const queries = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
    const ranking = (tools: RegisteredTool[], query: string): { name: string; score: number; at: number }[] => {
      const ranked = indexCatalog(tools);
      const score = scores(ranked.index, tokenise(query));
      return rank(ranked, query).map((tool) => {
        const at = tools.indexOf(tool);
        return { name: tool.name, score: score[at] ?? 0, at };
      });
    };
    fc.assert(
      fc.property(descriptions, queries, (texts, query) => {
        const tools = texts.map((words, at) => serverTool(`mcp__s__t${at}`, { description: words.join(' ') }));
        const hits = ranking(tools, query);
        expect(ranking(tools, query)).toEqual(hits);
        expect(hits.toSorted((a, b) => b.score - a.score || a.at - b.at)).toEqual(hits);
        const others = ranking(tools.toReversed(), query);
        expect(others.map(({ score }) => score)).toEqual(hits.map(({ score }) => score));
        expect(others.map(({ name }) => name).toSorted()).toEqual(hits.map(({ name }) => name).toSorted());
      }),
    );
  });
});
