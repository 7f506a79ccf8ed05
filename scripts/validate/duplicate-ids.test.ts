import { expect, it } from 'vitest';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { duplicateIds } from './duplicate-ids.ts';
import { sampleStored } from './sample-stored.ts';

it('passes ids that stand once', () => {
  expect(duplicateIds.check(sampleStored())).toEqual([]);
});

it('fails a capability that stands twice', () => {
  const capability = { id: 'a', kind: 'group', meaning: 'm', title: 't' };
  const path = 'data/capabilities.json';
  expect(
    duplicateIds.check(
      sampleStored({ [path]: JSON.stringify({ capabilities: [capability, capability, capability] }) }),
    ),
  ).toEqual([{ path, text: 'Expected "a" once, got it more than once.' }]);
});

it('fails two records of one place in an overlay, and allows two versions', () => {
  const path = 'data/verified/sample.json';
  const file = sampleStored().files.find((each) => each.path === path);
  const { client, records } = JSON.parse(file?.text ?? '') as VerifiedOverlay;
  const twice = JSON.stringify({ client, records: [...records, ...records] });
  expect(duplicateIds.check(sampleStored({ [path]: twice }))).toEqual([
    { path, text: 'Expected "1.0.0/default/both-stdio/tools.result.large" once, got it more than once.' },
  ]);
  const versions = JSON.stringify({
    client,
    records: [...records, ...records.map((record) => ({ ...record, clientVersion: '2.0.0' }))],
  });
  expect(duplicateIds.check(sampleStored({ [path]: versions }))).toEqual([]);
});
