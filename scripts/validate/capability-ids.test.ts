import { expect, it } from 'vitest';
import { canonicalJson } from '../../data/canonical-json.ts';
import { sampleRecord } from '../evidence/sample.ts';
import { capabilityIds } from './capability-ids.ts';
import { baselineFile, clientsFile, evidence, noteFile, RUN, sampleStored } from './sample-stored.ts';

it('passes known capabilities', () => {
  expect(capabilityIds.check(sampleStored())).toEqual([]);
});

it('fails an unknown capability in a record, an overlay, a baseline, a note, an entry or a published list', () => {
  const published = {
    client: 'other',
    clientVersion: '1',
    source: { publisher: 'p', title: 't', url: 'https://example.com/', date: '2026-11-13' },
    records: [
      {
        capability: 'swimming',
        config: 'c',
        protocolVersion: '2025-11-25',
        recordPath: 'r',
        scenario: 's',
        server: 'both',
        transport: 'sse',
        verdict: 'v',
      },
    ],
  };
  const fails = (path: string, id: string) => ({
    path,
    text: `Expected a capability of data/capabilities.json, got "${id}".`,
  });
  const stored = sampleStored({
    [`runs/${RUN}/record.json`]: canonicalJson(sampleRecord({ capability: 'flying' })),
    'data/baselines/sample.json': baselineFile(1, () => ({ capability: 'diving' })),
    'data/clients.json': clientsFile({ evidence: [evidence({ capability: 'rowing' })], notes: { sailing: 'A note.' } }),
    'data/notes/one-note.json': noteFile({ capabilities: ['tools.result', 'running'] }),
    'data/published/other@1.json': canonicalJson(published),
  });
  stored.capabilities.delete('tools.result.content');
  expect(capabilityIds.check(stored)).toEqual([
    fails('data/baselines/sample.json', 'diving'),
    fails('data/clients.json', 'rowing'),
    fails('data/clients.json', 'sailing'),
    fails('data/notes/one-note.json', 'running'),
    fails('data/verified/sample.json', 'tools.result.content'),
    fails(`runs/${RUN}/record.json`, 'flying'),
    fails('data/published/other@1.json', 'swimming'),
  ]);
});
