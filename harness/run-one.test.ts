import { expect, it } from 'vitest';
import type { ClientEnd } from './launch/client-process.ts';
import { type CapturedRun, judging } from './run-one.ts';

const end: ClientEnd = { kind: 'exited', exitCode: 1, signal: undefined, output: 'Error: no', stdout: '', detail: '' };
const run: CapturedRun = {
  wire: '',
  model: '',
  log: '',
  end,
  milliseconds: 1,
  fault: undefined,
  chosen: { home: '', ports: [] },
  full: undefined,
  told: 'a line\n',
  mayFail: true,
};
const stage = { driver: { end: { exitCodes: [0] } } } as unknown as Parameters<typeof judging>[1];
const judged = (given: Partial<CapturedRun>) =>
  judging({ ...run, ...given }, stage, ({ log }) => ({ log: log?.map(({ text }) => text) }));

it('judges a client that may fail by what it says, whatever its exit code', () => {
  expect(judged({})).toEqual({ log: ['a line'] });
  expect(judged({ mayFail: false })).toMatchObject({ kind: 'inconclusive', reason: 'crashed' });
});

it('says nothing of one that hung, crashed or could not do it', () => {
  expect(judged({ end: { ...end, kind: 'timed out' } })).toMatchObject({ reason: 'hung' });
  expect(judged({ end: { ...end, kind: 'killed by a signal' } })).toMatchObject({ reason: 'crashed' });
  const unsupported = { ...end, exitCode: 127, stdout: '{"unsupported": "no"}\n' };
  expect(judged({ end: unsupported })).toMatchObject({ reason: 'unsupported', detail: 'no' });
});
