import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { calibration, scenarios } from '../scenarios/index.ts';
import { readPlan, readServerMode } from './plan.ts';
import { testPlan } from './test-support/plan.ts';

const folder = mkdtempSync(join(tmpdir(), 'fixture-plan-'));
const file = join(folder, 'plan.json');

afterAll(() => rmSync(folder, { recursive: true }));

function read(plan: unknown): unknown {
  writeFileSync(file, typeof plan === 'string' ? plan : JSON.stringify(plan));
  return readPlan(file);
}

it('reads the plan of every scenario as it is', () => {
  for (const { serve } of [...scenarios, calibration]) expect(read(serve)).toEqual(serve);
  expect(read(testPlan('sse'))).toEqual(testPlan('sse'));
  expect(read({ ...testPlan(), pages: [] })).toEqual({ ...testPlan(), pages: [] });
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
])('says what is wrong: %j', (plan, says) => {
  expect(() => read(plan)).toThrow(`${says} (${file})`);
});

it('knows the modes of a server', () => {
  expect(['both', 'handshake', 'stateless'].map(readServerMode)).toEqual(['both', 'handshake', 'stateless']);
  expect(() => readServerMode('auto')).toThrow('Expected --server to be both, handshake, stateless, got "auto"');
});
