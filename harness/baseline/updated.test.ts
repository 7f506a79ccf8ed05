import { expect, it } from 'vitest';
import { runPlace } from '../plan/run.ts';
import { inconclusive, judged, result, run } from '../report/testing/sample-report.ts';
import { entryOf } from './entry.ts';
import { updatedBaseline } from './updated.ts';

const [mirror, large, gone, outside] = [run('mirror'), run('large'), run('gone'), run('mirror', { config: 'other' })];
const knownFlaky = { captures: ['one', 'other'], reason: 'It races.' };

function entry(of: typeof mirror, short = 'before') {
  const outcome = judged(of, short);
  if (outcome.kind !== 'judged') throw new TypeError('Expected a record');
  return entryOf(outcome.record);
}

function updated(results: ReturnType<typeof result>[], stale: string[], before: ReturnType<typeof entry>[]) {
  const { entries, ...rest } = updatedBaseline({ client: 'some-client', clientVersion: '2', results, stale }, before);
  return { ...rest, entries: entries.map((each) => [runPlace(each), each.verdict.short, each.knownFlaky?.reason]) };
}

it('replaces what was run, drops what is stale, keeps the rest, in the order of places', () => {
  const results = [
    result(mirror, { outcome: judged(mirror, 'after') }),
    result(large, { outcome: inconclusive(large, 'hung', '') }),
    result(run('added'), { outcome: judged(run('added'), 'after') }),
  ];
  const before = [entry(outside), entry(mirror), entry(large), entry(gone)];
  expect(updated(results, [runPlace(gone)], before)).toEqual({
    client: 'some-client',
    clientVersion: '2',
    entries: [
      [runPlace(run('added')), 'after', undefined],
      [runPlace(large), 'before', undefined],
      [runPlace(mirror), 'after', undefined],
      [runPlace(outside), 'before', undefined],
    ],
  });
});

it('keeps what is known to be flaky', () => {
  const results = [result(mirror, { outcome: judged(mirror, 'after') })];
  expect(updated(results, [], [{ ...entry(mirror), knownFlaky }]).entries).toEqual([
    [runPlace(mirror), 'after', 'It races.'],
  ]);
});
