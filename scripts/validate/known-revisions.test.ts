import { expect, it } from 'vitest';
import { canonicalJson } from '../../data/canonical-json.ts';
import { sampleRecord } from '../evidence/sample.ts';
import { knownRevisions } from './known-revisions.ts';
import {
  baselineFile,
  clientsFile,
  evidence,
  noteFile,
  overlayFile,
  RUN,
  sampleClient,
  sampleStored,
} from './sample-stored.ts';

const texts = (path: string, text: string) =>
  knownRevisions.check(sampleStored({ [path]: text })).map((problem) => problem.text);
const unknown = (revision: string) =>
  `Expected a revision (2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28), got "${revision}".`;
const [reading] = sampleClient().readings;

it('passes the five revisions', () => {
  expect(knownRevisions.check(sampleStored())).toEqual([]);
  const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
  expect(texts('data/clients.json', clientsFile({ evidence: [evidence({ revisions })] }))).toEqual([]);
});

it.each([
  ['data/clients.json', clientsFile({ evidence: [evidence({ revisions: ['2025-13-01'] })] })],
  ['data/clients.json', clientsFile({ readings: reading ? [{ ...reading, speaks: ['2025-13-01'] }] : [] })],
  ['data/clients.json', clientsFile({ readings: reading ? [{ ...reading, prefers: '2025-13-01' }] : [] })],
  ['data/notes/one-note.json', noteFile({ revision: '2025-13-01' })],
  ['data/baselines/sample.json', baselineFile(1, () => ({ protocolVersion: '2025-13-01' }))],
  [`runs/${RUN}/record.json`, canonicalJson(sampleRecord({ protocolVersion: '2025-13-01' }))],
  [
    'data/verified/sample.json',
    overlayFile(({ evidence: found, ...rest }) => ({
      ...rest,
      evidence: found.map((each) => ({ ...each, revisions: ['2025-13-01'] })),
    })),
  ],
])('fails an unknown revision in %s', (path, text) => {
  expect(texts(path, text)).toEqual([unknown('2025-13-01')]);
});

it('fails revisions in another order', () => {
  const revisions = ['2025-11-25', '2025-06-18'];
  expect(texts('data/clients.json', clientsFile({ evidence: [evidence({ revisions })] }))).toEqual([
    'Expected revisions with the oldest first, got 2025-11-25, 2025-06-18.',
  ]);
});
