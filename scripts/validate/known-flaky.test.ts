import { expect, it } from 'vitest';
import { sampleCapture } from '../rejudge/sample-capture.ts';
import { knownFlaky } from './known-flaky.ts';
import { baselineFile, sampleStored } from './sample-stored.ts';

const path = 'data/baselines/sample.json';
const captures = ['runs/_flaky/large/1', 'runs/_flaky/large/2'] as const;
const [ONE, OTHER] = captures;
const sound = { ...sampleCapture(ONE, 1), ...sampleCapture(OTHER, 2) };

/** A baseline of `count` entries of which the first `flaky` are, with two captures. */
function check({ count = 50, flaky = 1 }: { count?: number; flaky?: number }, files: Record<string, string> = {}) {
  const stored = sampleStored({
    [path]: baselineFile(count, (index) =>
      index < flaky ? { config: 'default', scenario: `tools.result.large`, knownFlaky: { captures, reason: 'r' } } : {},
    ),
  });
  // What lies below runs/_flaky is no run, and is read only where it is asked for.
  const all: Record<string, string> = { ...sound, ...files };
  return knownFlaky.check({ ...stored, read: (asked) => all[asked] }).map(({ text }) => text);
}

it('passes one in fifty with two captures that differ', () => {
  expect(check({})).toEqual([]);
  expect(check({ count: 99 })).toEqual([]);
  expect(check({ count: 100, flaky: 2 })).toEqual([]);
});

it('fails more than two in a hundred', () => {
  const most = (count: number, of: number, got: number): string[] => [
    `Expected at most ${count} of the ${of} entries of ${path} (2 %) to be known-flaky, got ${got}.`,
  ];
  expect(check({ count: 49 })).toEqual(most(0, 49, 1));
  expect(check({ count: 149, flaky: 3 })).toEqual(most(2, 149, 3));
});

it('fails captures that prove nothing, each entry once', () => {
  expect(check({ count: 100, flaky: 2 }, sampleCapture(OTHER, 1))).toEqual(
    Array(2).fill(
      `Expected the two captures of the known-flaky default/both-stdio/tools.result.large to be two runs; ${ONE} and ${OTHER} are copies of one.`,
    ),
  );
});
