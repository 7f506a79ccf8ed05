import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connected, entryOf, temporaryFolder } from '../../client/connection/test-servers/client.ts';
import { registerServerTools } from '../../client/tools/register.ts';
import { toOfferedSchema } from '../../client/tools/schema/offer.ts';
import type { Era, ListedTool, ServerEntry } from '../../client/types.ts';
import { type HttpFixture, startHttpFixture } from '../../fixture-server/http.ts';
import { bundleProgram } from '../../fixture-server/test-support/program.ts';
import { memoryTap } from '../../fixture-server/test-support/wire.ts';
import type { Behaviour } from '../../scenarios/behaviour.ts';
import type { Json, ServedTool, ServingPlan } from '../../scenarios/types.ts';

const object = { type: 'object' };

/** What is no tool, with what the log says of it behind its place in the list. */
const DROPPED: [Json, string][] = [
  [null, ' to be an object with a name, got null'],
  [5, ' to be an object with a name, got number 5'],
  ['tool', ' to be an object with a name, got a string'],
  [[{ name: 'listed' }], ' to be an object with a name, got an array'],
  [{ description: 'nameless', inputSchema: object }, '.name to be a string, got nothing'],
  [{ name: 5, inputSchema: object }, '.name to be a string, got number 5'],
  [{ name: null, inputSchema: object }, '.name to be a string, got null'],
  [
    { name: 'huge', description: 'x'.repeat(2 ** 20), inputSchema: object },
    ' to take at most 1048576 bytes, got more ("huge")',
  ],
];

/** What has a name, but is not offered. */
const SKIPPED: [Json, string][] = [
  [{ name: '', inputSchema: object }, 'a tool with a name, got one whose name is ""'],
  [
    { name: 'described', description: 5, inputSchema: object },
    'a tool with a text for description, got 5 ("described")',
  ],
  [{ name: 'text', inputSchema: 'none' }, 'a tool whose inputSchema is an object, got "none" ("text")'],
  [{ name: 'array', inputSchema: [] }, 'a tool whose inputSchema is an object, got a list ("array")'],
  [{ name: 'null', inputSchema: null }, 'a tool whose inputSchema is an object, got null ("null")'],
];

/** What is wrong with a part that the client can do without. */
const KEPT: { name: string; [key: string]: Json }[] = [
  { name: 'bare' },
  { name: 'empty_schema', inputSchema: {} },
  { name: 'array_type', inputSchema: { type: 'array' } },
  { name: 'reference', inputSchema: { $ref: '#/$defs/a' } },
  { name: 'numbered_properties', inputSchema: { type: 'object', properties: 5 } },
  { name: 'hinted', inputSchema: object, annotations: { readOnlyHint: 'yes' } },
  { name: 'annotated', inputSchema: object, annotations: 7 },
  { name: 'with_meta', inputSchema: object, _meta: 'nope' },
  { name: 'typed', inputSchema: object, outputSchema: { type: 'array' } },
  { name: 'mistyped', inputSchema: object, outputSchema: 5 },
  { name: 'titled', inputSchema: object, title: 5, icons: 'none' },
];

const good = (name: string): ServedTool => ({
  definition: { name, description: 'd', inputSchema: object },
  answer: { result: { content: [{ type: 'text', text: 'fine' }] } },
});

function planWith(behaviour: Behaviour, pages = [[good('good')], [good('last')]]): ServingPlan {
  return { serverInfo: { name: 's', title: 'S', version: '1' }, name: 'docs', httpAnswer: 'json', pages, behaviour };
}

let http: HttpFixture;
beforeAll(async () => {
  http = await startHttpFixture();
});
afterAll(() => http.close());

async function entryFor(way: 'stdio' | 'http', era: Era, plan: ServingPlan) {
  const tap = memoryTap();
  const more: Partial<ServerEntry> = { protocol: era === 'handshake' ? 'legacy' : 'stateless', timeout: 3600 };
  if (way === 'stdio') {
    const program = await bundleProgram(plan);
    onTestFinished(() => program.remove());
    return {
      tap,
      entry: entryOf(
        { kind: 'stdio', command: process.execPath, args: [program.path, '--plan', program.plan], env: {} },
        more,
      ),
    };
  }
  const run = http.add({ key: JSON.stringify([era, plan.behaviour]), plan, server: era, tap });
  onTestFinished(run.remove);
  return { tap, entry: entryOf({ kind: 'http', url: run.url, headers: {}, skipPreflight: true }, more) };
}

/** Connects and lists as an agent does: the names that came, those that are offered, and what was logged. */
async function list(way: 'stdio' | 'http', era: Era, plan: ServingPlan) {
  const { entry, tap } = await entryFor(way, era, plan);
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const clientInfo = { name: 'c', version: '1', title: 'C', websiteUrl: 'https://example.invalid/' };
  const context = { home: temporaryFolder(), clientInfo, environment: process.env, log };
  const connection = await connected({ entry, context });
  const listed: ListedTool[] = await connection.listTools();
  const call = async () => '';
  const filter = { exclude: [] };
  const offered = registerServerTools({
    server: 'docs',
    listed,
    filter,
    parallel: false,
    taken: new Set(),
    call,
    warn: log,
  });
  const asked = tap.entries.filter(({ dir, bytes }) => dir === 'c2s' && bytes.includes('"tools/list"')).length;
  return { connection, listed, offered, logged, asked };
}

describe.each<['stdio' | 'http', Era]>([
  ['stdio', 'handshake'],
  ['stdio', 'stateless'],
  ['http', 'handshake'],
  ['http', 'stateless'],
])('a list over %s in the %s era', (way, era) => {
  it('keeps the good ones of its tools, and the log names what was dropped and why', async () => {
    const alsoListed = [...DROPPED.map(([entry]) => entry), ...SKIPPED.map(([entry]) => entry), ...KEPT];
    const { connection, offered, logged } = await list(way, era, planWith({ alsoListed }));
    const names = ['good', ...KEPT.map(({ name }) => name), 'last'];
    expect(offered.map(({ name }) => name)).toEqual(names.map((name) => `mcp__docs__${name}`));
    // A provider that refuses the parameters of one tool would refuse all.
    for (const { parameters } of offered)
      expect(toOfferedSchema(parameters)).toMatchObject({ type: 'object', properties: {} });
    expect(logged).toEqual([
      ...DROPPED.map(
        ([, why], index) => `MCP server "docs": a tool was left out of the list: expected tools[${index + 1}]${why}`,
      ),
      ...SKIPPED.map(([, why], index) => `Expected tools[${index + 1}] to be ${why}; it is skipped (docs)`),
    ]);
    expect(await connection.callTool('good', {})).toMatchObject({ content: [{ type: 'text', text: 'fine' }] });
  });
});

describe.each<Era>(['handshake', 'stateless'])('cursors in the %s era', (era) => {
  it('without end are followed for 50 pages', async () => {
    const { offered, logged, asked } = await list('http', era, planWith({ cursors: 'endless' }));
    expect([offered.map(({ name }) => name), asked]).toEqual([['mcp__docs__good', 'mcp__docs__last'], 50]);
    expect(logged).toEqual(['MCP server "docs": tools/list did not end after 50 pages; the 2 tools so far are used']);
  });

  it('that come again end the list', async () => {
    const { offered, logged, asked } = await list('http', era, planWith({ cursors: 'same' }));
    expect([offered.map(({ name }) => name), asked]).toEqual([['mcp__docs__good', 'mcp__docs__last'], 2]);
    expect(logged).toEqual([
      'MCP server "docs": tools/list named a page again after 2 pages; the 2 tools so far are used',
    ]);
  });

  it('that are empty end it, and that is no fault', async () => {
    const { offered, logged, asked } = await list('http', era, planWith({ cursors: 'empty' }));
    expect([offered.map(({ name }) => name), logged, asked]).toEqual([['mcp__docs__good'], [], 1]);
  });
});
