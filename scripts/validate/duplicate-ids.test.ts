import { expect, it } from 'vitest';
import { duplicateIds } from './duplicate-ids.ts';
import { baselineFile, clientsFile, evidence, noteFile, overlayFile, sampleStored } from './sample-stored.ts';

it('passes ids that stand once', () => {
  expect(duplicateIds.check(sampleStored())).toEqual([]);
});

it('fails a capability that stands twice', () => {
  const capability = { id: 'a', kind: 'group', meaning: 'm', measured: null, specification: {}, title: 't' };
  const path = 'data/capabilities.json';
  expect(
    duplicateIds.check(
      sampleStored({ [path]: JSON.stringify({ capabilities: [capability, capability, capability] }) }),
    ),
  ).toEqual([{ path, text: 'Expected "a" once, got it more than once.' }]);
});

it('fails two records of one place in an overlay or a baseline, and allows two versions', () => {
  const path = 'data/verified/sample.json';
  const twice = overlayFile(({ records, ...rest }) => ({ ...rest, records: [...records, ...records] }));
  expect(duplicateIds.check(sampleStored({ [path]: twice }))).toEqual([
    { path, text: 'Expected "1.0.0/default/both-stdio/tools.result.large" once, got it more than once.' },
  ]);
  const versions = overlayFile(({ records, ...rest }) => ({
    ...rest,
    records: [...records, ...records.map((record) => ({ ...record, clientVersion: '2.0.0' }))],
  }));
  expect(duplicateIds.check(sampleStored({ [path]: versions }))).toEqual([]);
  const baseline = 'data/baselines/sample.json';
  expect(duplicateIds.check(sampleStored({ [baseline]: baselineFile(2, () => ({ config: 'x' })) }))).toEqual([
    { path: baseline, text: 'Expected "x/both-stdio/tools.result.large" once, got it more than once.' },
  ]);
});

it('fails evidence that stands twice for one revision, and allows other versions, tiers and revisions', () => {
  const path = 'data/clients.json';
  const entry = (given: Parameters<typeof evidence>[0]) =>
    duplicateIds.check(sampleStored({ [path]: clientsFile({ evidence: [evidence({}), evidence(given)] }) }));
  expect(entry({ revisions: ['2025-06-18', '2025-11-25'] })).toEqual([
    {
      path,
      text: 'Expected "sample: tools.result.content of 0.9.0, read at 2025-11-25" once, got it more than once.',
    },
  ]);
  expect(entry({ revisions: ['2025-06-18'] })).toEqual([]);
  expect(entry({ clientVersion: '0.8.0' })).toEqual([]);
  expect(entry({ tier: 'claimed' })).toEqual([]);
  const verified = 'data/verified/sample.json';
  const derived = overlayFile(({ evidence: [first, ...more], ...rest }) => ({
    ...rest,
    evidence: first === undefined ? [] : [first, first, ...more],
  }));
  expect(duplicateIds.check(sampleStored({ [verified]: derived }))).toHaveLength(1);
});

it('fails a client, a reading and a note that stand twice', () => {
  const path = 'data/clients.json';
  const { clients } = JSON.parse(clientsFile()) as { clients: { readings: object[] }[] };
  const texts = (text: string) => duplicateIds.check(sampleStored({ [path]: text })).map((problem) => problem.text);
  expect(texts(JSON.stringify({ clients: [...clients, ...clients] }))).toContain(
    'Expected "sample" once, got it more than once.',
  );
  const [reading] = clients[0]?.readings ?? [];
  expect(texts(JSON.stringify({ clients: [{ ...clients[0], readings: [reading, reading] }] }))).toEqual([
    'Expected "sample: reading abcdef0" once, got it more than once.',
  ]);
  expect(duplicateIds.check(sampleStored({ 'data/notes/other.json': noteFile() }))).toEqual([
    { path: 'data/notes', text: 'Expected one note with the id "one-note", got more.' },
  ]);
});
