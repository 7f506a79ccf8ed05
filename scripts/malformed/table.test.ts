import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBreaker } from '../../client/agent/breaker.ts';
import { createToolCaller } from '../../client/agent/call-tool.ts';
import { ConnectionError } from '../../client/connection/errors.ts';
import { connected, entryOf, temporaryFolder } from '../../client/connection/test-servers/client.ts';
import { InvalidResultError } from '../../client/results/error.ts';
import { checkOutputSchema } from '../../client/results/output-schema/check.ts';
import { validateCallResult } from '../../client/results/validate/call-result.ts';
import type { Connection, Era, ListedTool, ServerEntry } from '../../client/types.ts';
import { MALFORMED } from '../../fixture-server/behaviour/malformed.ts';
import { type HttpFixture, startHttpFixture } from '../../fixture-server/http.ts';
import { noTap } from '../../fixture-server/tap.ts';
import { bundleProgram, type Program } from '../../fixture-server/test-support/program.ts';
import type { Step } from '../../scenarios/behaviour.ts';
import type { ServedTool, ServingPlan } from '../../scenarios/types.ts';
import { FRAMES } from './frames.ts';
import { HTTP_ROWS, type OwnRow, RESULT_ROWS } from './others.ts';
import { RESULTS } from './results.ts';
import { type Expected, expectedOf, type Row, WAYS, type Way } from './row.ts';

/** So far away that a call which waits for it never ends: time stands still while the table is gone through. */
const TIMEOUT = 3600;
const ERAS: Era[] = ['handshake', 'stateless'];
/** Sent behind what no call is ended by, so that it is known to have been read. */
const MARKER = 'notifications/marker';

const named = Object.entries({ ...FRAMES, ...RESULTS }).map(([malformed, row]): [string, OwnRow] => [
  malformed,
  { row, steps: [{ answer: { malformed } }] },
]);
const rowsOf = (way: Way): [string, OwnRow][] => [
  ...named,
  ...Object.entries({ ...RESULT_ROWS, ...(way !== 'stdio' && HTTP_ROWS) }),
];

const tool = (name: string, more: object = {}): ServedTool => ({
  definition: { name, description: 'd', inputSchema: { type: 'object' }, ...more },
  answer: { result: { content: [] } },
});
const outputSchema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };

/** Answers the n-th call as the n-th row does. */
function planOf(way: Way): ServingPlan {
  const rules = rowsOf(way).map(([, { row, steps }], index) => {
    const marker = expectedOf(row, way, 'handshake')?.late ? [{ notify: { method: MARKER } }] : [];
    return { on: { method: 'tools/call', from: index + 1, to: index + 1 }, do: [...steps, ...marker] as Step[] };
  });
  return {
    serverInfo: { name: 's', title: 'S', version: '1' },
    name: 'docs',
    httpAnswer: way === 'stream' ? 'sse' : 'json',
    pages: [[tool('plain'), tool('typed', { outputSchema })]],
    behaviour: { rules },
  };
}

let program: Program;
let http: HttpFixture;
beforeAll(async () => {
  [program, http] = await Promise.all([bundleProgram(planOf('stdio')), startHttpFixture()]);
});
afterAll(() => Promise.all([program.remove(), http.close()]));
afterEach(() => vi.useRealTimers());

function entryFor(way: Way, era: Era): ServerEntry {
  const more = { protocol: era === 'handshake' ? 'legacy' : 'stateless', timeout: TIMEOUT } as const;
  if (way === 'stdio') {
    const args = [program.path, '--plan', program.plan, '--server', era];
    return entryOf({ kind: 'stdio', command: process.execPath, args, env: {} }, more);
  }
  const run = http.add({ key: `${way} ${era}`, plan: planOf(way), server: era, tap: noTap });
  onTestFinished(run.remove);
  return entryOf({ kind: 'http', url: run.url, headers: {}, skipPreflight: true }, more);
}

interface Seen {
  code: string;
  text: string;
}

/** Goes through the rows over one connection, each as the agent calls a tool. */
async function goThrough(way: Way, era: Era): Promise<Map<string, Seen>> {
  const home = temporaryFolder();
  let read = () => undefined as void;
  const connection = await connected({
    entry: entryFor(way, era),
    context: {
      home,
      clientInfo: { name: 'c', version: '1', title: 'C', websiteUrl: 'https://example.invalid/' },
      environment: process.env,
      log: () => undefined,
      onNotification: (method) => method === MARKER && read(),
    },
  });
  const tools = await connection.listTools();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const seen = new Map<string, Seen>();
  for (const [name, { row, typed }] of rowsOf(way)) {
    const called = tools.find((each) => each.name === (typed ? 'typed' : 'plain')) as ListedTool;
    const call = callAsAgent(connection, called, home);
    if (expectedOf(row, way, era)?.late) {
      await new Promise<void>((resolve) => {
        read = resolve;
      });
      await vi.advanceTimersByTimeAsync(TIMEOUT * 1000);
    }
    seen.set(name, await Promise.race([call, stuck(name)]));
  }
  vi.useRealTimers();
  return seen;
}

/** Fails while time stands still, so that a row which would have run into its time-out is named. */
async function stuck(name: string): Promise<never> {
  await wait(100_000, undefined, { ref: false });
  throw new Error(`Expected the call to end at once, got no end (${name})`);
}

async function callAsAgent(connection: Connection, called: ListedTool, home: string): Promise<Seen> {
  let code = 'none';
  const server = {
    name: 'docs',
    listed: () => called,
    async call() {
      try {
        const result = await connection.callTool(called.name, {});
        code = await codeOfResult(result, connection.revision, called);
        return { result, revision: connection.revision };
      } catch (error) {
        if (error instanceof ConnectionError) code = error.fault ?? error.code;
        throw error;
      }
    },
  };
  const breaker = createBreaker('docs', () => 0);
  const caller = createToolCaller(server, { breaker, home, hide: (text) => text, log: () => undefined });
  const text = await caller(called, {});
  return { code, text };
}

async function codeOfResult(result: unknown, revision: string, called: ListedTool): Promise<string> {
  try {
    await checkOutputSchema(called, validateCallResult(result, revision));
    return 'ok';
  } catch (error) {
    return error instanceof InvalidResultError ? (error.fault ?? error.code) : String(error);
  }
}

const told = (text: string): string => (JSON.parse(text) as { error?: string }).error ?? text;

describe.each(WAYS.flatMap((way) => ERAS.map((era): [Way, Era] => [way, era])))('over %s in the %s era', (way, era) => {
  it('every malformed answer ends in the error that its row names, and every odd one is taken', async () => {
    const seen = await goThrough(way, era);
    const wanted = rowsOf(way).map(([name, { row }]) => [name, expectedOf(row, way, era)] as [string, Expected]);
    expect([...seen].map(([name, { code }]) => [name, code])).toEqual(wanted.map(([name, { code }]) => [name, code]));
    for (const [name, { says, code }] of wanted) {
      const { text = '' } = seen.get(name) ?? {};
      expect([name, told(text)]).toEqual([name, expect.stringContaining(says)]);
      if (code === 'ok') continue;
      expect([name, told(text)]).toEqual([name, expect.stringMatching(/^The call failed: [^\n]{10,500}$/)]);
    }
  });
});

describe('the table', () => {
  const rows: Row[] = [...named, ...Object.entries({ ...RESULT_ROWS, ...HTTP_ROWS })].map(([, { row }]) => row);
  const all = rows.flatMap((row) =>
    WAYS.flatMap((way) =>
      ERAS.flatMap((era) => {
        const expected = expectedOf(row, way, era);
        return expected === undefined ? [] : [{ way, ...expected }];
      }),
    ),
  );

  it('has every malformed answer that can be served', () => {
    expect(named.map(([name]) => name)).toEqual(Object.keys(MALFORMED));
  });

  it('tells many faults apart', () => {
    const codes = new Set(all.map(({ code }) => code));
    expect(codes.size).toBeGreaterThanOrEqual(15);
  });

  it('lets a call wait only for what nothing ties to it: another answer, or a line that is no answer at all', () => {
    const late = all.filter((expected) => expected.late);
    expect(new Set(late.map(({ way, code }) => `${way} ${code}`))).toEqual(
      new Set(['stdio wrong_id', 'stdio not_json', 'stdio not_object']),
    );
  });
});
