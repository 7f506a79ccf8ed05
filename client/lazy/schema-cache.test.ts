import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Listing } from '../lifecycle/types.ts';
import type { JsonObject, ListedTool, ServerEntry } from '../types.ts';
import { fingerprint } from './fingerprint.ts';
import { createSchemaCache } from './schema-cache.ts';
import { docsEntry } from './testing/entry.ts';

const search: ListedTool = {
  name: 'search',
  description: 'Finds pages.',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
  annotations: { readOnlyHint: true, title: 'Search' },
  outputSchema: { type: 'object' },
};
const kept = {
  name: 'search',
  description: 'Finds pages.',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
  annotations: { readOnlyHint: true },
};
/** 2026-11-30T00:00:00.500Z */
const start = 1_795_996_800_500;

let home: string;
let logged: string[];
let now: number;
const path = () => join(home, 'cache', 'mcp_schema_cache.json');

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'schema-cache-'));
  logged = [];
  now = start;
});
afterEach(() => rmSync(home, { recursive: true }));

const open = () =>
  createSchemaCache(
    home,
    (level, line) => logged.push(`${level} ${line}`),
    () => now,
  );
const listing = (tools: ListedTool[], hints: Listing['hints'] = {}): Listing => ({
  tools,
  capabilities: { tools: {} },
  hints,
});

/** Keeps one listing as a run of the client would. */
function keep(entry: ServerEntry, tools: ListedTool[], hints: Listing['hints'] = {}): void {
  const cache = open();
  cache.write(entry, listing(tools, hints));
  cache.flush();
}

const stored = () => JSON.parse(readFileSync(path(), 'utf8')) as Record<string, JsonObject>;

describe('createSchemaCache', () => {
  it('gives the next run what this one has kept', () => {
    keep(docsEntry(), [search]);
    expect(open().read(docsEntry())).toEqual({ tools: [kept], capabilities: { tools: {} }, hints: {} });
    expect(stored()).toEqual({ docs: { fingerprint: fingerprint(docsEntry()), tools: [kept], utility_tools: [] } });
  });

  it('keeps the file for the user alone', () => {
    keep(docsEntry(), [search]);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(home, 'cache'))).toEqual(['mcp_schema_cache.json']);
  });

  it('writes when it is flushed, and not before', () => {
    const cache = open();
    cache.write(docsEntry(), listing([search]));
    expect(readdirSync(home)).toEqual([]);
    cache.flush();
    expect(Object.keys(stored())).toEqual(['docs']);
  });

  it('knows a server by its name and by what starts and filters it', () => {
    keep(docsEntry(), [search]);
    expect(open().read(docsEntry({ name: 'wiki' }))).toBeUndefined();
    expect(open().read(docsEntry({ tools: { exclude: ['x'] } }))).toBeUndefined();
  });

  it('keeps what passes the filter, and nothing when that is nothing', () => {
    const tools = [search, { name: 'delete' }];
    keep(docsEntry({ tools: { exclude: ['delete'] } }), tools);
    expect(stored().docs?.tools).toEqual([kept]);
    keep(docsEntry({ name: 'wiki', tools: { include: [], exclude: [] } }), tools);
    expect(Object.keys(stored())).toEqual(['docs']);
  });

  it.each([undefined, null, 'x', { readOnlyHint: 'true' }, { readOnlyHint: 1 }, []])(
    'takes the annotations %j for those of a tool that writes',
    (annotations) => {
      keep(docsEntry(), [{ name: 'a', ...(annotations !== undefined && { annotations }) }]);
      expect(stored().docs?.tools).toEqual([{ name: 'a', annotations: { readOnlyHint: false } }]);
    },
  );

  it('lets a list hold for as long as the server said', () => {
    keep(docsEntry(), [search], { ttlMs: 5000, cacheScope: 'private' });
    expect(stored().docs).toMatchObject({ ttl_ms: 5000, written_at: 1_795_996_800, cache_scope: 'private' });
    now = 1_795_996_804_999;
    expect(open().read(docsEntry())?.tools).toEqual([kept]);
    now += 1;
    expect(open().read(docsEntry())).toBeUndefined();
  });

  it('lets a list without such a time hold for ever', () => {
    keep(docsEntry(), [search]);
    now += 1e12;
    expect(open().read(docsEntry())?.tools).toEqual([kept]);
  });

  it('does not believe a list from the future', () => {
    keep(docsEntry(), [search], { ttlMs: 5000 });
    now -= 60_000;
    expect(open().read(docsEntry())).toBeUndefined();
  });

  it('leaves the file alone when nothing is new in it', () => {
    keep(docsEntry(), [search]);
    const { ino } = statSync(path());
    now += 60_000;
    keep(docsEntry(), [search]);
    expect(statSync(path()).ino).toBe(ino);
    keep(docsEntry(), [{ ...search, description: 'Other.' }]);
    expect(statSync(path()).ino).not.toBe(ino);
  });

  it('keeps the servers of other runs, one of which wrote meanwhile', () => {
    const [mine, other] = [open(), open()];
    mine.write(docsEntry(), listing([search]));
    other.write(docsEntry({ name: 'wiki' }), listing([search]));
    other.flush();
    mine.flush();
    expect(Object.keys(stored()).sort()).toEqual(['docs', 'wiki']);
  });

  it('takes hostile names of servers and tools', () => {
    const entry = docsEntry({ name: '__proto__' });
    keep(entry, [{ name: '__proto__', description: '</script>\u2028\ud800' }]);
    expect(
      open()
        .read(entry)
        ?.tools.map(({ name }) => name),
    ).toEqual(['__proto__']);
  });

  it('does without a server whose list nests too deep to be written, or is too large', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as [];
    const cache = open();
    cache.write(docsEntry({ name: 'deep' }), listing([{ name: 'a', inputSchema: { default: deep } }]));
    cache.write(docsEntry({ name: 'large' }), listing([{ name: 'a', description: 'x'.repeat(9_000_000) }]));
    cache.write(docsEntry(), listing([search]));
    cache.flush();
    expect(Object.keys(stored())).toEqual(['docs']);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"docs": 7}',
    '{"docs": {"fingerprint": "F", "tools": {}}}',
    '{"docs": {"fingerprint": "F", "tools": [7, {"name": 7}]}}',
    '{"docs": {"fingerprint": "F", "tools": []}}',
    '{"docs": {"fingerprint": "F", "tools": [{"name": "a"}], "ttl_ms": "5", "written_at": 0}}',
    '{"docs": {"fingerprint": "F", "tools": [{"name": "a"}], "ttl_ms": 5}}',
    `{"docs": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    Buffer.from([0xff, 0xfe]),
  ])('takes %# for an empty cache, and replaces it', (content) => {
    mkdirSync(join(home, 'cache'));
    const text = typeof content === 'string' ? content.replace('F', fingerprint(docsEntry())) : content;
    writeFileSync(path(), text);
    expect(open().read(docsEntry())).toBeUndefined();
    keep(docsEntry(), [search]);
    expect(open().read(docsEntry())?.tools).toEqual([kept]);
    expect(logged).toEqual([]);
  });

  it('goes on without a file where none can be written', () => {
    writeFileSync(join(home, 'cache'), '');
    keep(docsEntry(), [search]);
    expect(logged).toEqual([expect.stringMatching(/^debug The list of tools was not kept: /)]);
    expect(open().read(docsEntry())).toBeUndefined();
  });
});
