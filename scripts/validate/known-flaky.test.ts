import { expect, it } from 'vitest';
import { canonicalJson } from '../../data/canonical-json.ts';
import type { RunRecord } from '../../data/types/record.ts';
import { arrived, sampleRecord } from '../evidence/sample.ts';
import { knownFlaky } from './known-flaky.ts';
import { baselineFile, RUN, sampleStored } from './sample-stored.ts';

const path = 'data/baselines/sample.json';
const OTHER = 'data/captures/other';
const differs = arrived('[…] content only (2x, as text)', { id: 'contentArrives', outcome: 'met' });

/** A baseline of `count` entries of which the first `flaky` are, with the capture of the sample run and another. */
function check(
  { count = 50, flaky = 1, captures = [`runs/${RUN}`, OTHER] }: { count?: number; flaky?: number; captures?: string[] },
  other: Partial<RunRecord> | null = { verdict: differs },
) {
  const stored = sampleStored({
    [path]: baselineFile(count, (index) =>
      index < flaky ? { config: 'default', scenario: `tools.result.large`, knownFlaky: { captures, reason: 'r' } } : {},
    ),
  });
  const record = other === null ? undefined : canonicalJson(sampleRecord(other));
  return knownFlaky
    .check({ ...stored, read: (asked) => (asked === `${OTHER}/record.json` ? record : undefined) })
    .map(({ text }) => text);
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

it('fails a capture that is not there, or that lies elsewhere', () => {
  expect(check({}, null)).toEqual([`Expected a record in the capture ${OTHER}, found none.`]);
  for (const capture of ['../x', '/x', 'data/../../x', 'runs/./x'])
    expect(check({ captures: [`runs/${RUN}`, capture] })).toEqual([
      `Expected a record in the capture ${capture}, found none.`,
    ]);
});

it('fails captures that say the same, places apart, and captures of two versions', () => {
  const verdict = arrived('[…] content only (1x, as text)', { id: 'contentArrives', outcome: 'met' });
  const [field] = verdict.fields;
  if (field !== undefined) field.places = [{ line: 9, offset: 9, pointer: '/x' }];
  const expected = [
    'Expected the two captures of default/both-stdio/tools.result.large to be of one version and to differ, got others.',
  ];
  expect(check({}, { verdict })).toEqual(expected);
  expect(check({}, { verdict: differs, clientVersion: '2.0.0' })).toEqual(expected);
});

it('fails a capture of another run', () => {
  expect(check({}, { verdict: differs, transport: 'http' })).toEqual([
    `Expected ${OTHER} to be a run of sample in default/both-stdio/tools.result.large, got another.`,
  ]);
});
