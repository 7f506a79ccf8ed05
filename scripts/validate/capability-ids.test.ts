import { expect, it } from 'vitest';
import { canonicalJson } from '../../data/canonical-json.ts';
import { sampleRecord } from '../evidence/sample.ts';
import { capabilityIds } from './capability-ids.ts';
import { RUN, sampleStored } from './sample-stored.ts';

it('passes known capabilities', () => {
  expect(capabilityIds.check(sampleStored())).toEqual([]);
});

it('fails an unknown capability in a record, an overlay or a published list', () => {
  const published = {
    client: 'other',
    clientVersion: '1',
    source: { publisher: 'p', title: 't', url: 'https://example.com/', date: '2026-11-13' },
    records: [
      {
        capability: 'swimming',
        config: 'c',
        protocolVersion: 'p',
        recordPath: 'r',
        scenario: 's',
        server: 'both',
        transport: 'sse',
        verdict: 'v',
      },
    ],
  };
  const stored = sampleStored({
    [`runs/${RUN}/record.json`]: canonicalJson(sampleRecord({ capability: 'flying' })),
    'data/published/other@1.json': canonicalJson(published),
  });
  stored.capabilities = new Set();
  expect(capabilityIds.check(stored)).toEqual([
    {
      path: 'data/verified/sample.json',
      text: 'Expected a capability of data/capabilities.json, got "tools.result.content".',
    },
    { path: `runs/${RUN}/record.json`, text: 'Expected a capability of data/capabilities.json, got "flying".' },
    { path: 'data/published/other@1.json', text: 'Expected a capability of data/capabilities.json, got "swimming".' },
  ]);
});
