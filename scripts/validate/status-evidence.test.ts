import { expect, it } from 'vitest';
import type { DerivedEvidence } from '../../data/types/verified.ts';
import { CALIBRATION, clientsFile, evidence, overlayFile, sampleStored } from './sample-stored.ts';
import { statusEvidence } from './status-evidence.ts';

const CLIENTS = 'data/clients.json';
const OVERLAY = 'data/verified/sample.json';

const typed = (...given: Parameters<typeof evidence>[0][]) =>
  statusEvidence.check(sampleStored({ [CLIENTS]: clientsFile({ evidence: given.map(evidence) }) }));
const derived = (change: (evidence: DerivedEvidence[]) => DerivedEvidence[]) =>
  statusEvidence.check(
    sampleStored({ [OVERLAY]: overlayFile(({ evidence: found, ...rest }) => ({ ...rest, evidence: change(found) })) }),
  );

it('passes statuses with evidence: read, inherited, published, and derived', () => {
  expect(statusEvidence.check(sampleStored())).toEqual([]);
  const publication = { date: '2026-11-30', publisher: 'p', title: 't', url: 'https://example.com/' };
  expect(typed({ source: { publication }, tier: 'claimed', clientVersion: '0.8.0' })).toEqual([]);
});

it.each([
  [
    'a reading that is not there',
    { source: { reading: '1234567' } },
    'Expected the status of tools.result.content of sample@0.9.0 to rest on a reading of its client, got "1234567".',
  ],
  [
    'a reading of another version',
    { clientVersion: '0.8.0' },
    'Expected the status of tools.result.content of sample@0.8.0 to rest on a reading of its version, got one of 0.9.0 (abcdef0).',
  ],
  [
    'a parent without evidence',
    { inherited: true as const },
    'Expected the status of tools.result.content of sample@0.9.0 to be inherited from evidence of its parent, read too, found none.',
  ],
  ['a heading', { capability: 'tools' }, 'Expected no status of tools of sample@0.9.0, which is a heading, got full.'],
])('fails a status that rests on %s', (_what, given, text) => {
  expect(typed(given)).toEqual([{ path: CLIENTS, text }]);
});

it('fails a status that is inherited from evidence of another tier or version', () => {
  const inherited = { inherited: true as const };
  expect(typed({ capability: 'tools.result' }, inherited)).toEqual([]);
  expect(typed({ capability: 'tools.result', tier: 'claimed' }, inherited)).toHaveLength(1);
  expect(typed({ capability: 'tools.result', tier: 'declared' }, { ...inherited, tier: 'declared' })).toEqual([]);
});

it('fails a typed status of a version that we run', () => {
  const source = { publication: { date: '2026-11-30', publisher: 'p', title: 't', url: 'https://example.com/' } };
  expect(typed({ clientVersion: '1.0.0', source })).toEqual([
    {
      path: CLIENTS,
      text: 'Expected the status of tools.result.content of sample@1.0.0 to be left to ingest, as we run that version, got full.',
    },
  ]);
});

it('fails a derived status that its records do not give, one without records, and one that is missing', () => {
  expect(derived((found) => found.map((each) => ({ ...each, status: 'unsupported' })))).toEqual([
    {
      path: OVERLAY,
      text: 'Expected tools.result.content of sample@1.0.0, probed at 2025-11-25 to be full, as its runs show, got unsupported. Run ingest.',
    },
  ]);
  expect(derived((found) => [...found, ...found.map((each) => ({ ...each, clientVersion: '2.0.0' }))])).toEqual([
    {
      path: OVERLAY,
      text: 'Expected records or declarations that show tools.result.content of sample@2.0.0, probed at 2025-11-25, found none. Run ingest.',
    },
  ]);
  expect(derived(() => [])).toEqual([
    {
      path: OVERLAY,
      text: 'Expected the status of tools.result.content of sample@1.0.0, probed at 2025-11-25, found none. Run ingest.',
    },
  ]);
});

it('fails derived evidence whose runs are not those that show it', () => {
  expect(derived((found) => found.map((each) => ({ ...each, runs: [`runs/${CALIBRATION}`] })))).toEqual([
    {
      path: OVERLAY,
      text: 'Expected tools.result.content of sample@1.0.0, probed at 2025-11-25 to rest on the runs that show it, got others. Run ingest.',
    },
  ]);
});

it('reads declarations off the wire again', () => {
  const frame = {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-03-26', capabilities: { sampling: {} }, clientInfo: { name: 'x', version: '1' } },
  };
  const wire = `${JSON.stringify({ seq: 1, process: 1, dir: 'c2s', text: JSON.stringify(frame) })}\n`;
  const texts = statusEvidence
    .check(sampleStored({ [`runs/${CALIBRATION}/wire.jsonl`]: wire }))
    .map(({ text }) => text);
  expect(texts).toContain(
    'Expected the status of sampling of sample@1.0.0, declared at 2025-03-26, found none. Run ingest.',
  );
});
