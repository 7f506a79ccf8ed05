import { describe, expect, it } from 'vitest';
import type { Fault } from './faults.ts';
import { judge } from './judge.ts';
import { answerOf, type PlannedCall } from './plan.ts';

const killed: Fault = { name: 'is killed', harms: 'itself', do: [{ exit: 'SIGKILL' }] };
const slow: Fault = { name: 'slow', harms: 'nobody', do: [{ wait: 1 }] };
const UNCERTAIN = '{"error": "It may have been carried out.", "outcome_uncertain": true}';

/** One call of a server that wrote down `times` of it, and the text that the model got. */
function judged(call: Partial<PlannedCall>, text: string, times: number): string[] {
  const calls = [{ tool: 'write_1', writes: true, touched: false, ...call }];
  const ledger = Array.from({ length: times }, () => ({ tool: 'write_1' }));
  return judge({ name: 'web', calls }, new Map([['write_1', text]]), ledger);
}

const done = `{"result": "${answerOf('write_1')}"}`;
const hit = { fault: killed, touched: true };

describe('the judge of chaos', () => {
  it.each([
    ['a write that is answered', {}, done, 1],
    ['a fault that harms nobody', { fault: slow }, done, 1],
    ['a write that a fault leaves uncertain, and that was carried out', hit, UNCERTAIN, 1],
    ['the same that was not', hit, UNCERTAIN, 0],
    ['a call that failed by its fault', hit, '{"error": "The server is overloaded."}', 0],
    ['a read that was carried out twice', { ...hit, writes: false }, done, 2],
  ])('lets %s pass', (_what, call, text, times) => {
    expect(judged(call, text, times)).toEqual([]);
  });

  it.each([
    ['a doubled write', hit, done, 2, /its server is killed\) was carried out 2 times/],
    ['a doubled write that is uncertain', hit, UNCERTAIN, 2, /was carried out 2 times/],
    ['a lost write', hit, done, 0, /was never carried out/],
    ['a call that no fault touched', {}, UNCERTAIN, 1, /\(no fault of its own\) was touched by no fault/],
    ['a fault that harms nobody', { fault: slow }, '{"error": "no"}', 1, /its server slow\) was touched by no fault/],
    ['a call without any answer', {}, '', 1, /was touched by no fault/],
    ['an uncertain call too many', { touched: true }, UNCERTAIN, 1, /0 faults, and 1 calls are uncertain/],
  ])('complains of %s', (_what, call, text, times, complaint) => {
    expect(judged(call, text, times).join('\n')).toMatch(complaint);
  });
});
