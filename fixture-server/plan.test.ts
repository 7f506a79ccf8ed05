import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Behaviour } from '../scenarios/behaviour.ts';
import { calibration, scenarios } from '../scenarios/index.ts';
import { readPlan, readServerMode } from './plan.ts';
import { testPlan } from './test-support/plan.ts';

const folder = mkdtempSync(join(tmpdir(), 'fixture-plan-'));
const file = join(folder, 'plan.json');

afterAll(() => rmSync(folder, { recursive: true }));

function read(plan: unknown): Promise<unknown> {
  writeFileSync(file, typeof plan === 'string' ? plan : JSON.stringify(plan));
  return readPlan(file);
}

it('reads the plan of every scenario as it is', async () => {
  for (const { serve } of [...scenarios, calibration]) expect(await read(serve)).toEqual(serve);
  expect(await read(testPlan('sse'))).toEqual(testPlan('sse'));
  expect(await read({ ...testPlan(), pages: [] })).toEqual({ ...testPlan(), pages: [] });
});

it.each([
  ['{', 'Expected a readable file of JSON, got none'],
  [[], 'Expected a plan to be an object'],
  [
    { ...testPlan(), serverInfo: { name: 'x', version: '1' } },
    'Expected "serverInfo" to have a name, a title and a version',
  ],
  [{ ...testPlan(), httpAnswer: 'xml' }, 'Expected "httpAnswer" to be json or sse'],
  [{ ...testPlan(), pages: {} }, 'Expected "pages" to be an array of pages'],
  [{ ...testPlan(), pages: [[], {}] }, 'Expected "pages/1" to be an array of tools'],
  [{ ...testPlan(), pages: [[], [{ answer: { raw: '' } }]] }, 'Expected "pages/1/0/definition" to have a name'],
  [
    { ...testPlan(), pages: [[{ definition: { name: 'x' }, answer: { raw: '', result: {} } }]] },
    'Expected "pages/0/0/answer" to have one member: an object "result" or "error", or a string "raw"',
  ],
  [{ ...testPlan(), ttlMs: -1 }, '"ttlMs" to be milliseconds'],
  [
    { ...testPlan(), revisions: ['2023-01-01'] },
    'Expected "revisions" to name some of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28',
  ],
  [{ ...testPlan(), capabilities: [] }, 'Expected "capabilities" to be an object'],
])('says what is wrong: %j', async (plan, says) => {
  await expect(read(plan)).rejects.toThrow(`${says} (${file})`);
});

const rule = (on: object, ...steps: object[]): object => ({ rules: [{ on, do: steps }] });

it.each([
  ['no', 'Expected "behaviour" to be an object'],
  [{ faults: [] }, 'Expected "behaviour" to have known members, got "faults"'],
  [{ cursors: 'round' }, 'Expected "behaviour/cursors" to be "endless", "same" or "empty"'],
  [{ sseOnly: { status: 99 } }, 'Expected "behaviour/sseOnly" to have a status from 200 to 599'],
  [{ toolSets: { other: [[{}]] } }, 'Expected "behaviour/toolSets/other/0/0/definition" to have a name'],
  [rule({}), 'Expected "behaviour/rules/0/on" to have one of "method", "http" and "start"'],
  [rule({ method: 'ping', http: 'GET' }), 'Expected "behaviour/rules/0/on" to have one of'],
  [rule({ method: 'ping', from: 0 }), 'Expected "behaviour/rules/0/on/from" to be a whole number from 1'],
  [rule({ method: 'ping', chance: 2 }), 'Expected "behaviour/rules/0/on/chance" to be a number from 0 to 1'],
  [rule({ start: true }, { sleep: 5 }), 'Expected "behaviour/rules/0/do/0" to have one known member'],
  [rule({ start: true }, { wait: 5, execute: true }), 'Expected "behaviour/rules/0/do/0" to have one known member'],
  [rule({ start: true }, { wait: -1 }), 'Expected "behaviour/rules/0/do/0/wait" to be a whole number from 0'],
  [rule({ start: true }, { tools: 'absent' }), 'Expected "behaviour/rules/0/do/0/tools" to name one of the tool sets'],
  [
    rule({ method: '*' }, { answer: { malformed: 'bad' } }),
    'Expected "behaviour/rules/0/do/0/answer/malformed" to name a malformed answer',
  ],
  [rule({ method: '*' }, { exit: 'SIGWHAT' }), 'Expected "behaviour/rules/0/do/0/exit" to be a code or a signal'],
])('says what is wrong with a behaviour: %j', async (behaviour, says) => {
  await expect(read({ ...testPlan(), behaviour })).rejects.toThrow(says);
});

it('takes every step for what it is', async () => {
  const http = { status: 429, headers: { 'retry-after': '1' }, rpc: { code: -32000, message: 'later' } };
  const behaviour: Behaviour = {
    seed: 7,
    counts: 'run',
    ledger: true,
    toolSets: { none: [] },
    alsoListed: [null],
    cursors: 'same',
    sseOnly: { status: 405 },
    stubborn: 'SIGTERM',
    alsoAt: '/moved',
    rules: [
      {
        on: { method: 'tools/call', tool: 'plain', era: 'stateless', over: 'http', from: 1, to: 2, chance: 0.5 },
        do: [
          { wait: 1 },
          { until: { method: 'ping', number: 2 } },
          { execute: true },
          { send: 'x' },
          { notify: { method: 'notifications/x', params: {}, times: 2, over: 'stream' } },
          { listChanged: 3 },
          { log: { level: 'alert', logger: 'x', data: null, bytes: 5, anyway: true } },
          { progress: { progress: 0.5, total: 1, message: 'x', token: 1 } },
          { suspend: { retry: 10 } },
          { stderr: { lines: 1000, text: 'x' } },
          { tools: 'none' },
          { expire: http },
          { http },
          { end: 'answer' },
          { drop: 'streams' },
          { exit: 'SIGKILL' },
          { exit: 1 },
        ],
      },
      {
        on: { http: 'GET', path: '/mcp' },
        do: [
          { answer: {} },
          {
            answer: { as: 'sse', status: 500, malformed: 'not json', chunked: true, cut: 3, drip: { bytes: 1, ms: 1 } },
          },
          { answer: { frame: '{{id}}' } },
          { answer: { generate: 10 } },
        ],
      },
    ],
  };
  expect(await read({ ...testPlan(), behaviour })).toMatchObject({ behaviour });
});

it('knows the modes of a server', () => {
  expect(['both', 'handshake', 'stateless'].map(readServerMode)).toEqual(['both', 'handshake', 'stateless']);
  expect(() => readServerMode('auto')).toThrow('Expected --server to be both, handshake, stateless, got "auto"');
});
