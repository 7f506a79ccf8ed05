import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildClient } from '../../client/cli/test-support/build.ts';
import { makeHome, startClient } from '../../client/cli/test-support/run-client.ts';
import { callTurn, startModel, textTurn } from '../../client/cli/test-support/scripted-model.ts';
import { type HttpFixture, startHttpFixture } from '../../fixture-server/http.ts';
import { noTap } from '../../fixture-server/tap.ts';
import { bundleProgram, type Program } from '../../fixture-server/test-support/program.ts';
import type { AnswerForm } from '../../scenarios/behaviour.ts';
import type { ServingPlan } from '../../scenarios/types.ts';

const SMALL = 1000;
const HUGE = 1024 ** 3;
/** What a huge answer may cost more than a small one. */
const MAX_MEGABYTES = 64;

const WAYS = ['json', 'stream', 'sse', 'stdio'] as const;
type Way = (typeof WAYS)[number];

let folder: string;
let client: string;
let hook: string;
let http: HttpFixture;
let program: Program;
const small = new Map<Way, Promise<number>>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'memory-'));
  client = join(folder, 'hermes.cjs');
  hook = join(folder, 'peak.cjs');
  // Not what `resourceUsage` tells: that begins with the peak of the process which forked this one.
  writeFileSync(
    hook,
    "const fs = require('node:fs'); process.on('exit', () => fs.writeFileSync(process.env.PEAK_FILE, fs.readFileSync('/proc/self/status')));",
  );
  [http, program] = await Promise.all([startHttpFixture(), bundleProgram(planWith({}, 'stdio')), buildClient(client)]);
});
afterAll(async () => {
  await Promise.all([http.close(), program.remove()]);
  rmSync(folder, { recursive: true });
});

/** A server of one tool, whose answer has this form. */
function planWith(form: AnswerForm, way: Way): ServingPlan {
  const definition = { name: 'read', description: 'd', inputSchema: { type: 'object' } };
  return {
    serverInfo: { name: 's', title: 'S', version: '1' },
    name: 'docs',
    httpAnswer: way === 'stream' ? 'sse' : 'json',
    pages: [[{ definition, answer: { result: { content: [] } } }]],
    behaviour: { rules: [{ on: { method: 'tools/call' }, do: [{ answer: form }] }] },
  };
}

/** The entry of such a server, in the configuration of a client that lives in `home`. */
function serverWith(form: AnswerForm, way: Way, home: string): object {
  const plan = planWith(form, way);
  if (way === 'stdio') {
    const file = join(home, 'plan.json');
    writeFileSync(file, JSON.stringify(plan));
    return { command: process.execPath, args: [program.path, '--plan', file] };
  }
  const transport = way === 'sse' ? 'sse' : 'http';
  const run = http.add({ key: home, plan, server: 'handshake', transport, tap: noTap });
  onTestFinished(run.remove);
  return { url: run.url, ...(way === 'sse' && { transport }) };
}

/** A whole talk in which the model calls the tool: what it was told, and the most memory that the client took, in MB. */
async function talk(form: AnswerForm, way: Way): Promise<{ told: string; peak: number }> {
  const model = await startModel(callTurn('mcp__docs__read', {}), textTurn('done'));
  onTestFinished(() => model.close());
  const home = mkdtempSync(join(folder, 'home-'));
  const status = join(home, 'peak');
  makeHome(home, {
    model: { provider: 'custom', base_url: model.baseUrl, default: 'm', api_key: 'k' },
    mcp_servers: { docs: serverWith(form, way, home) },
    tools: { tool_search: 'off' },
  });
  const environment = { HERMES_HOME: home, NODE_OPTIONS: `--require ${hook}`, PEAK_FILE: status };
  const outcome = await startClient(client, ['chat', '-q', 'Read it.'], environment).outcome;
  expect(outcome).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8')) ?? [];
  return { told: model.requests[1]?.messages.at(-1)?.content ?? '', peak: Number(kilobytes) / 1024 };
}

/** The peak of a talk with a small answer, measured once a way. */
function peakOfSmall(way: Way): Promise<number> {
  const known = small.get(way) ?? talk({ generate: SMALL }, way).then(({ peak }) => peak);
  small.set(way, known);
  return known;
}

describe.skipIf(process.platform !== 'linux')('an answer of a gigabyte', () => {
  it.each<[string, Way, AnswerForm, RegExp]>([
    ['declared, as a JSON body', 'json', {}, /it declared 1,073,\d{3},\d{3} bytes/],
    [
      'in chunks, as a JSON body',
      'json',
      { chunked: true },
      /it had reached 10,\d{3},\d{3} bytes when reading stopped/,
    ],
    [
      'that drips, as a JSON body',
      'json',
      { chunked: true, drip: { bytes: 2 ** 18, ms: 1 } },
      /it had reached 10,\d{3},\d{3} bytes when reading stopped/,
    ],
    ['as one event of a stream', 'stream', {}, /it had reached 10,\d{3},\d{3} bytes when reading stopped/],
    ['as one event over HTTP+SSE', 'sse', {}, /it had reached 10,\d{3},\d{3} bytes when reading stopped/],
    ['as a line on stdio', 'stdio', {}, /a message of more than 10485760 bytes/],
    ['that drips, as a line on stdio', 'stdio', { drip: { bytes: 2 ** 18, ms: 1 } }, /of more than 10485760 bytes/],
  ])('%s, ends the call and costs little memory', async (_what, way, form, says) => {
    const before = await peakOfSmall(way);
    const { told, peak } = await talk({ ...form, generate: HUGE }, way);
    expect(told).toMatch(says);
    expect(before).toBeGreaterThan(10);
    expect(peak - before).toBeLessThanOrEqual(MAX_MEGABYTES);
  });
});
