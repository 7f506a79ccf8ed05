import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../types.ts';
import { listAllTools, offersTools, type Paging } from './list.ts';

function paging(pages: JsonObject[]): { paging: Paging; cursors: unknown[]; logged: string[] } {
  const cursors: unknown[] = [];
  const logged: string[] = [];
  const page = async (cursor: string | undefined) => {
    cursors.push(cursor);
    return pages[Math.min(cursors.length, pages.length) - 1] ?? {};
  };
  return {
    paging: { server: 'docs', page, fault: () => undefined, log: (line) => logged.push(line) },
    cursors,
    logged,
  };
}

/** More pages than are asked for, each with a cursor of its own. */
function endless(tools: JsonObject[]): JsonObject[] {
  return Array.from({ length: 60 }, (_, page) => ({ tools, nextCursor: `page ${page + 2}` }));
}

describe('listAllTools', () => {
  it('follows the cursors, and takes an empty one for the end', async () => {
    const { paging: given, cursors } = paging([
      { tools: [{ name: 'a' }], nextCursor: 'x' },
      { tools: [{ name: 'b' }], nextCursor: '' },
    ]);
    expect(await listAllTools(given)).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(cursors).toEqual([undefined, 'x']);
  });

  it('stops after 50 pages, uses what it has and says so', async () => {
    const { paging: given, cursors, logged } = paging(endless([{ name: 'a' }]));
    expect(await listAllTools(given)).toHaveLength(50);
    expect(cursors).toHaveLength(50);
    expect(logged).toEqual(['MCP server "docs": tools/list did not end after 50 pages; the 50 tools so far are used']);
  });

  it.each([
    ['the same page again and again', ['x', 'x'], 2],
    ['a page that was there before', ['x', 'y', 'z', 'x'], 4],
  ])('stops at a cursor that names %s, uses what it has and says so', async (_what, named, count) => {
    const {
      paging: given,
      cursors,
      logged,
    } = paging(named.map((nextCursor, index) => ({ tools: [{ name: `t${index}` }], nextCursor })));
    expect(await listAllTools(given)).toHaveLength(count);
    expect(cursors).toHaveLength(count);
    expect(logged).toEqual([
      `MCP server "docs": tools/list named a page again after ${count} pages; the ${count} tools so far are used`,
    ]);
  });

  it('stops where the tools take too much memory, uses what it has and says so', async () => {
    const large = { name: 'a', description: 'x'.repeat(1_000_000) };
    const { paging: given, cursors, logged } = paging(endless(Array.from({ length: 9 }, () => large)));
    expect(await listAllTools(given)).toHaveLength(33);
    expect(cursors).toHaveLength(4);
    expect(logged).toEqual(['MCP server "docs": its list of tools is too large; the 33 tools so far are used']);
  });

  it.each<[string, JsonObject]>([
    ['what stands beside the tools', { tools: [], more: Array(100_000).fill('x'.repeat(90)) }],
    ['the tools that are left out', { tools: [{ description: 'x'.repeat(12_000_000) }] }],
  ])('counts also the memory that %s takes', async (_what, page) => {
    const pages = Array.from({ length: 60 }, (_, index) => ({ ...page, nextCursor: `page ${index}` }));
    const { paging: given, cursors, logged } = paging(pages);
    expect(await listAllTools(given)).toEqual([]);
    expect(cursors).toHaveLength(3);
    expect(logged.at(-1)).toBe('MCP server "docs": its list of tools is too large; the 0 tools so far are used');
  });

  it('leaves a huge tool out, and keeps those around it', async () => {
    const huge = { name: 'b\nc', inputSchema: { enum: Array(50_000).fill('') } };
    const { paging: given, logged } = paging([{ tools: [{ name: 'a' }, huge, { name: 'd' }] }]);
    expect(await listAllTools(given)).toEqual([{ name: 'a' }, { name: 'd' }]);
    expect(logged).toEqual([
      'MCP server "docs": a tool was left out of the list: expected tools[1] to take at most 1048576 bytes, got more ("b c")',
    ]);
  });

  it('keeps odd tools as they are and leaves out what has no name', async () => {
    const odd = { name: '', inputSchema: 'none', annotations: 7 };
    const { paging: given, logged } = paging([{ tools: [odd, null, { description: 'd' }, { name: 5 }] }]);
    const tools = await listAllTools(given);
    expect(tools).toEqual([odd]);
    expect(tools[0]).toBe(odd);
    expect(logged).toHaveLength(3);
  });

  it.each([[{}], [{ tools: null }], [{ tools: { a: 1 } }]])('refuses %j, which is no list', async (page) => {
    await expect(listAllTools(paging([page as JsonObject]).paging)).rejects.toMatchObject({ code: 'invalid_result' });
  });
});

describe('offersTools', () => {
  it('is true for a server that declares tools, or declares nothing', () => {
    expect([{ tools: {} }, undefined].map(offersTools)).toEqual([true, true]);
    expect([{}, { prompts: {} }].map(offersTools)).toEqual([false, false]);
  });
});
