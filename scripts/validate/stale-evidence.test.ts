import { expect, it } from 'vitest';
import { clientsFile, evidence, overlayFile, sampleStored } from './sample-stored.ts';
import { staleEvidence } from './stale-evidence.ts';

const path = 'data/clients.json';
const check = (...versions: string[]) =>
  staleEvidence.check(
    sampleStored({
      [path]: clientsFile({ evidence: versions.map((clientVersion) => evidence({ clientVersion })) }),
      'data/verified/sample.json': overlayFile(),
    }),
  );

it('passes evidence of a version with three newer ones, typed and derived together', () => {
  // The derived evidence is of 1.0.0.
  expect(check('0.7.0', '0.8.0', '0.9.0')).toEqual([]);
});

it('fails older evidence, in the order of versions and once a version', () => {
  expect(check('0.10.0', '0.9.0', '0.8.0', '0.7.0', '0.7.0')).toEqual([
    { path, text: 'Expected at most 3 newer versions of sample beside the evidence of 0.7.0, got 4.' },
  ]);
  const derived = check('1.1.0', '1.2.0', '1.3.0', '1.4.0');
  expect(derived).toEqual([
    {
      path: 'data/verified/sample.json',
      text: 'Expected at most 3 newer versions of sample beside the evidence of 1.0.0, got 4.',
    },
  ]);
});
