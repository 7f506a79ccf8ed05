import { expect, it } from 'vitest';
import { knownClients } from './known-clients.ts';
import { baselineFile, noteFile, overlayFile, sampleStored } from './sample-stored.ts';

it('passes an overlay of a known client under its name', () => {
  expect(knownClients.check(sampleStored())).toEqual([]);
});

it('fails overlays and notes about an unknown client', () => {
  const stored = sampleStored();
  stored.clients = new Set();
  expect(knownClients.check(stored)).toEqual([
    { path: 'data/notes/one-note.json', text: 'Expected a client of data/clients.json, got "sample".' },
    { path: 'data/verified/sample.json', text: 'Expected a client of data/clients.json, got "sample".' },
  ]);
});

it('asks for no entry where the root describes no clients', () => {
  const stored = sampleStored({ 'data/clients.json': null, 'data/notes/one-note.json': null });
  stored.clients = new Set(['another']);
  expect(knownClients.check(stored)).toEqual([]);
});

it.each([
  ['data/verified/other.json', overlayFile(), 'client "sample" to be called sample.json'],
  ['data/baselines/other.json', baselineFile(1), 'client "sample" to be called sample.json'],
  [
    'data/compared/other.json',
    '{"client":"../x","explanations":[],"with":["y"]}',
    'client "../x" to be called ../x.json',
  ],
  ['data/notes/other.json', noteFile(), 'note "one-note" to be called one-note.json'],
])('fails %s, which is named after another', (path, text, expected) => {
  expect(knownClients.check(sampleStored({ [path]: text }))).toEqual([
    { path, text: `Expected the file of ${expected}.` },
  ]);
});
