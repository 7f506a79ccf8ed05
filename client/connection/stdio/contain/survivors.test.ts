import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClient } from '../../../cli/test-support/build.ts';
import { makeHome, startClient } from '../../../cli/test-support/run-client.ts';
import { callTurn, type ScriptedModel, startModel, textTurn } from '../../../cli/test-support/scripted-model.ts';
import { connect } from '../../connect.ts';
import { type Answers, handshakeServer } from '../../test-servers/answers.ts';
import { type Bench, entryOf, stdioBench, temporaryFolder } from '../../test-servers/client.ts';
import { runningWith, runs, until, watchdogsOf } from '../../test-servers/processes.ts';

// The whole client, ended in every way that there is, with a server that ignores the end of its input and SIGTERM and has
// a child that ignores them too. Who is there is asked of /proc, by a variable of their environment.
const MARK = 'SURVIVORS_MARK';
/** Three seconds of looks: on a machine that is too busy for a look, its victims wait for their end as well. */
const LOOKS = 60;
const LOOK_EVERY_MS = 50;

let folder: string;
let program: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'survivors-'));
  program = join(folder, 'hermes.cjs');
  await buildClient(program);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Life {
  bench: Bench;
  model: ScriptedModel;
  client: ReturnType<typeof startClient>;
  mark: string;
}

async function begin(answers: Answers = handshakeServer): Promise<Life> {
  const bench = stdioBench({ answers, stubborn: true, grandchild: true });
  if (bench.entry.transport.kind !== 'stdio') throw new Error('not stdio');
  const { command, args } = bench.entry.transport;
  const mark = randomUUID();
  const model = await startModel(callTurn('mcp__docs__t', {}), textTurn('done'));
  makeHome(bench.home, {
    model: { provider: 'custom', base_url: model.baseUrl, default: 'm', api_key: 'k' },
    tools: { tool_search: 'off' },
    mcp_servers: { docs: { command, args, env: { [MARK]: mark }, protocol: 'legacy' } },
  });
  const client = startClient(program, ['chat', '-q', 'Go.'], { HERMES_HOME: bench.home, [MARK]: mark });
  return { bench, model, client, mark };
}

/** Waits until nobody with the mark runs, nor a watchdog over one of `seen`, and says after how many milliseconds. */
async function lastEnd(mark: string, seen: number[], ended: string): Promise<number> {
  const began = performance.now();
  for (let look = 0; ; look += 1) {
    const living = [...runningWith(MARK, mark), ...seen.flatMap((pid) => watchdogsOf(pid))];
    if (living.length === 0) return Math.round(performance.now() - began);
    if (look < LOOKS) {
      await wait(LOOK_EVERY_MS);
      continue;
    }
    for (const pid of living) process.kill(pid, 'SIGKILL');
    throw new Error(`Expected nobody to live after ${ended}, got ${living.join(', ')}`);
  }
}

const recorded = ({ bench }: Life) => (existsSync(join(bench.home, 'record.jsonl')) ? bench.recorded() : []);
const heard = (method: string) => (life: Life) => recorded(life).some(({ frame }) => frame?.method === method);
const ignored = (what: 'end' | 'SIGTERM') => (life: Life) => recorded(life).some((line) => line.ignored === what);

/** When a client is killed: so many milliseconds, at most, after something has come about. */
const POINTS: [string, (life: Life) => boolean, number][] = [
  ['it starts', () => true, 300],
  ['its server is about to start', ({ mark }) => runningWith(MARK, mark).length > 1, 10],
  ['its server has started', (life) => recorded(life).length > 0, 60],
  ['initialize', heard('initialize'), 20],
  ['tools/list', heard('tools/list'), 20],
  ['the first request to the model', ({ model }) => model.requests.length > 0, 20],
  ['tools/call', heard('tools/call'), 20],
  ['the second request to the model', ({ model }) => model.requests.length > 1, 20],
  ['the end of its input has come to the server', ignored('end'), 1500],
  ['SIGTERM has come to the server', ignored('SIGTERM'), 1500],
];

describe.runIf(existsSync('/proc'))('nothing outlives a client', () => {
  it('that is killed, whenever that is', async () => {
    const seed = Number(process.env.SURVIVORS_SEED ?? randomInt(2 ** 31));
    console.log(`SURVIVORS_SEED=${seed}`);
    const random = randomFrom(seed);
    const times = await Promise.all(
      POINTS.map(async ([name, reached, most]) => {
        const delay = random() * most;
        const life = await begin();
        await until(() => reached(life));
        await wait(delay);
        const seen = runningWith(MARK, life.mark);
        life.client.child.kill('SIGKILL');
        const time = await lastEnd(life.mark, seen, `a kill ${delay} ms after: ${name}`);
        await life.client.outcome;
        life.model.close();
        return time;
      }),
    );
    expect(times).toHaveLength(10);
    console.log(`The last was dead after ${Math.max(...times)} ms`);
  });

  it('that is ended by a signal', async () => {
    const codes = await Promise.all(
      (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(async (signal) => {
        const life = await begin({ ...handshakeServer, 'tools/call': [] });
        await until(() => heard('tools/call')(life));
        const seen = runningWith(MARK, life.mark);
        expect(seen).toHaveLength(3);
        life.client.child.kill(signal);
        const { code } = await life.client.outcome;
        await lastEnd(life.mark, seen, signal);
        life.model.close();
        return code;
      }),
    );
    expect(codes).toEqual([130, 143, null]);
  });

  it('but who leaves for a session of its own, as a daemon does', async () => {
    const bench = stdioBench({ answers: handshakeServer });
    if (bench.entry.transport.kind !== 'stdio') throw new Error('not stdio');
    const { command, args } = bench.entry.transport;
    const mark = randomUUID();
    const script = '(setsid sleep 1000 </dev/null >/dev/null 2>&1 &); exec "$0" "$@"';
    const entry = entryOf({
      kind: 'stdio',
      command: '/bin/sh',
      args: ['-c', script, command, ...args],
      env: { [MARK]: mark },
    });
    const connection = await connect(entry, { ...bench.context, home: temporaryFolder() });
    const [server = 0] = bench.recorded().map(({ pid }) => pid);
    await connection.close();
    const left = runningWith(MARK, mark);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    expect([runs(server), left]).toEqual([false, [expect.any(Number)]]);
  });
});

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
