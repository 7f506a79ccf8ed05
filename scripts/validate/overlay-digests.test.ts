import { expect, it } from 'vitest';
import { overlayDigests } from './overlay-digests.ts';
import { overlayFile, RUN, sampleStored } from './sample-stored.ts';

it('passes an overlay of exactly the runs that are there', () => {
  expect(overlayDigests.check(sampleStored())).toEqual([]);
});

it('fails a run whose bytes changed after it was taken in', () => {
  const problems = overlayDigests.check(sampleStored({ [`runs/${RUN}/model.jsonl`]: 'other\n' }));
  expect(problems).toHaveLength(1);
  expect(problems[0]?.path).toBe('data/verified/sample.json');
  expect(problems[0]?.text).toMatch(
    /^Expected the digest of runs\/\S+ to be sha256:[0-9a-f]{64}, got sha256:[0-9a-f]{64}\. Run ingest\.$/,
  );
});

it('fails an overlay that says something else than the record', () => {
  const overlay = sampleStored().files.find(({ path }) => path === 'data/verified/sample.json');
  const forged = String(overlay?.bytes).replace('content only (1x', 'content only (7x');
  expect(forged).toContain('7x');
  expect(overlayDigests.check(sampleStored({ 'data/verified/sample.json': forged }))).toEqual([
    {
      path: 'data/verified/sample.json',
      text: `Expected what is said of runs/${RUN} to be what its record says. Run ingest.`,
    },
  ]);
});

it('fails a record whose run is gone', () => {
  expect(overlayDigests.check(sampleStored({ [`runs/${RUN}/record.json`]: null }))).toEqual([
    {
      path: 'data/verified/sample.json',
      text: `Expected evidence in runs/${RUN}, found none. Bring it back, or drop the record. Run ingest.`,
    },
  ]);
});

it('fails a run that no overlay holds', () => {
  expect(overlayDigests.check(sampleStored({ 'data/verified/sample.json': null }))).toEqual([
    { path: `runs/${RUN}`, text: 'Expected the overlay of its client to hold this record. Run ingest.' },
  ]);
});

it('fails a record that says its run lies elsewhere', () => {
  const path = 'data/verified/sample.json';
  const elsewhere = overlayFile(({ records, ...rest }) => ({
    ...rest,
    records: records.map((record) => ({ ...record, path: '../../elsewhere' })),
  }));
  expect(overlayDigests.check(sampleStored({ [path]: elsewhere }))).toEqual([
    { path, text: `Expected the path of a record to be runs/${RUN}, got ../../elsewhere. Run ingest.` },
  ]);
});

it('does not ask to ingest where there is no folder of runs', () => {
  expect(overlayDigests.check({ ...sampleStored(), files: sampleStored().files.slice(0, -5), hasRuns: false })).toEqual(
    [
      {
        path: 'data/verified/sample.json',
        text: 'Expected the folder runs/ with the evidence of its records, found no such folder.',
      },
    ],
  );
});
