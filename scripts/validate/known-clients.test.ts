import { expect, it } from 'vitest';
import { knownClients } from './known-clients.ts';
import { sampleStored } from './sample-stored.ts';

it('passes an overlay of a known client under its name', () => {
  expect(knownClients.check(sampleStored())).toEqual([]);
});

it('fails an overlay of an unknown client, and one under another name', () => {
  const stored = sampleStored({ 'data/verified/other.json': '{"client":"sample","records":[]}' });
  stored.clients = new Set();
  expect(knownClients.check(stored)).toEqual([
    { path: 'data/verified/sample.json', text: 'Expected a client of data/clients.json, got "sample".' },
    { path: 'data/verified/other.json', text: 'Expected the file of client "sample" to be called sample.json.' },
    { path: 'data/verified/other.json', text: 'Expected a client of data/clients.json, got "sample".' },
  ]);
});
