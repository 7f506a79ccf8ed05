import { describe, expect, it } from 'vitest';
import type { BaselineEntry } from '../../data/types/baseline.ts';
import { baselineOf } from '../baseline/baseline.ts';
import { entryOf } from '../baseline/entry.ts';
import type { Outcome } from '../run-plan.ts';
import { answerOf, type ReportStatus, resultsOf, staleOf, standing } from './results.ts';
import { inconclusive, judged, result, run } from './testing/sample-report.ts';

const mirror = run('mirror');
const flaky = { knownFlaky: { captures: ['one', 'other'], reason: 'It races.' } };

function entry(short: string, more: Partial<BaselineEntry> = {}): BaselineEntry {
  const outcome = judged(mirror, short);
  if (outcome.kind !== 'judged') throw new TypeError('Expected a record');
  return { ...entryOf(outcome.record), ...more };
}

const once = judged(mirror, 'payload once (as text)');
const same = entry('payload once (as text)');
const other = entry('payload twice (as text)');

describe('the standing of a run', () => {
  it.each<[ReportStatus, string[], Outcome, BaselineEntry[]]>([
    ['expected', [], once, [same]],
    ['new', [], once, []],
    ['changed', ['payload: 2x → 1x'], once, [other]],
    ['flaky', ['payload: 2x → 1x'], once, [{ ...other, ...flaky }]],
    ['flaky', [], once, [{ ...same, ...flaky }]],
    ['flaky', [], inconclusive(mirror, 'hung', ''), [{ ...same, ...flaky }]],
    ['inconclusive', [], inconclusive(mirror, 'hung', ''), [same]],
    ['unsupported', [], inconclusive(mirror, 'unsupported', ''), [{ ...same, ...flaky }]],
  ])('is %s', (status, changes, outcome, entries) => {
    expect(standing(outcome, baselineOf('the baseline', entries))).toEqual({ status, changes });
  });

  it('is new where there is no baseline', () => {
    expect(standing(once, undefined)).toEqual({ status: 'new', changes: [] });
  });

  it('is not changed by the version, or by where in the evidence something was seen', () => {
    const newer = judged({ ...mirror, version: '9.9.9' }, 'payload once (as text)');
    expect(standing(newer, baselineOf('the baseline', [same])).status).toBe('expected');
  });
});

it('keeps both results of a run that was run again', () => {
  const [told] = resultsOf([{ ...once, again: judged(mirror, 'x') } as Outcome], undefined, () => 'tools.result');
  expect(told).toMatchObject({ capability: 'tools.result', again: { record: { verdict: { short: 'x' } } } });
});

it('finds stale what was asked for and not answered, what is unsupported included', () => {
  const gone = { ...same, scenario: 'gone' };
  const unsupported = { ...same, scenario: 'tools.result.absent' };
  const elsewhere = { ...same, transport: 'http' as const };
  const baseline = baselineOf('the baseline', [same, gone, unsupported, elsewhere]);
  const absent = run('absent');
  const results = [
    result(mirror),
    result(absent, { outcome: inconclusive(absent, 'unsupported', ''), status: 'unsupported' }),
  ];
  expect(staleOf(results, baseline, ({ transport }) => transport === 'stdio')).toEqual([
    'default/both-stdio/gone',
    'default/both-stdio/tools.result.absent',
  ]);
});

it.each<[number, ReportStatus[], string[]]>([
  [0, [], []],
  [0, ['expected', 'new', 'flaky', 'unsupported'], []],
  [1, ['expected', 'changed'], []],
  [1, ['expected'], ['gone']],
  [3, ['changed', 'inconclusive'], ['gone']],
])('answers with %d to %j and stale %j', (code, statuses, stale) => {
  expect(answerOf({ results: statuses.map((status) => result(mirror, { status })), stale })).toBe(code);
});
