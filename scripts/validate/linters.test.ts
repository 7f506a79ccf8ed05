import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../data/canonical-json.ts';
import { sampleRecord } from '../evidence/sample.ts';
import type { Stored } from './linter.ts';
import { linters } from './linters.ts';
import { storedFile } from './read-stored.ts';
import { LIMIT } from './runs-size.ts';
import { baselineFile, clientsFile, evidence, noteFile, RUN, sampleStored } from './sample-stored.ts';

const CLIENTS = 'data/clients.json';
const knownFlaky = { captures: ['runs/a', 'runs/b'], reason: 'r' };
const withBig = (stored: Stored): Stored => {
  const big = storedFile('runs/big', Buffer.alloc(LIMIT + 1));
  return { ...stored, files: [...stored.files, big] };
};

/** What each rule must find wrong: the sample with these files in place of its own. */
const FAILING: Record<string, () => Stored> = {
  'plain-text': () => sampleStored({ [CLIENTS]: clientsFile().replaceAll('\n', '\r\n') }),
  schema: () => sampleStored({ [CLIENTS]: '{}' }),
  'key-order': () =>
    sampleStored({
      [CLIENTS]: clientsFile().replace(/("branch": .*\n)(.*)("clientVersion": .*\n)/, '$3$2$1'),
    }),
  'duplicate-ids': () => sampleStored({ [CLIENTS]: clientsFile({ evidence: [evidence({}), evidence({})] }) }),
  'capability-tree': () =>
    sampleStored({
      'data/capabilities.json': canonicalJson({
        capabilities: [{ id: 'a.b', kind: 'capability', meaning: 'm', measured: null, specification: {}, title: 't' }],
      }),
    }),
  'capability-ids': () => sampleStored({ 'data/notes/one-note.json': noteFile({ capabilities: ['flying'] }) }),
  'known-clients': () => sampleStored({ 'data/notes/one-note.json': noteFile({ clients: ['nobody'] }) }),
  'known-revisions': () => sampleStored({ 'data/notes/one-note.json': noteFile({ revision: '2025-01-01' }) }),
  'run-folders': () => sampleStored({ 'runs/notes.txt': '' }),
  'overlay-digests': () =>
    sampleStored({ [`runs/${RUN}/record.json`]: canonicalJson(sampleRecord({ cost: { characters: 1, tokens: 1 } })) }),
  'evidence-runs': () => sampleStored({ 'data/notes/one-note.json': noteFile({ sources: [{ run: 'runs/gone' }] }) }),
  'status-evidence': () => sampleStored({ [CLIENTS]: clientsFile({ readings: [] }) }),
  'evidence-notes': () => sampleStored({ [CLIENTS]: clientsFile({ notes: { 'tools.result': 'without an end' } }) }),
  'stale-evidence': () =>
    sampleStored({
      [CLIENTS]: clientsFile({ evidence: ['2', '3', '4', '5'].map((clientVersion) => evidence({ clientVersion })) }),
    }),
  'known-flaky': () => sampleStored({ 'data/baselines/sample.json': baselineFile(1, () => ({ knownFlaky })) }),
  'dead-links': () => sampleStored({ 'docs/page.md': '[x](gone.md)' }),
  // Put together here, so that nobody takes this file for a leak.
  secrets: () => sampleStored({ 'docs/page.md': `ghp_${'a1B2'.repeat(8)}` }),
  'machine-values': () => sampleStored({ [`runs/${RUN}/model.jsonl`]: '"/tmp/x"\n' }),
  'runs-size': () => withBig(sampleStored()),
};

describe.each(linters.map((linter) => [linter.name, linter] as const))('%s', (name, { check, description }) => {
  it('says what it asks for, in a sentence', () => {
    expect(description).toMatch(/^[A-Z].*\.$/);
  });

  it('passes the sound sample', () => {
    expect(check(sampleStored())).toEqual([]);
  });

  it('fails its fixture', () => {
    const stored = FAILING[name];
    if (stored === undefined) throw new TypeError(`Expected a failing fixture of ${name}, found none.`);
    expect(check(stored())).not.toEqual([]);
  });
});

const fixers = linters.flatMap(({ name, check, fix }) => (fix === undefined ? [] : [{ name, check, fix }]));

it.each(fixers)('$name mends its fixture, loses nothing, and leaves sound files alone', ({ name, check, fix }) => {
  const stored = FAILING[name]?.() ?? sampleStored();
  const files = stored.files.map((file) => {
    const text = file.path.startsWith('data/') ? fix(file) : undefined;
    return text === undefined ? file : storedFile(file.path, Buffer.from(text));
  });
  expect(check({ ...stored, files })).toEqual([]);
  for (const linter of linters) {
    const before = linter.check(stored).filter(({ path }) => path === CLIENTS).length;
    expect(linter.check({ ...stored, files }).filter(({ path }) => path === CLIENTS).length).toBeLessThanOrEqual(
      before,
    );
  }
  const said = (value: unknown): string => canonicalJson(value).replaceAll('without an end.', 'without an end');
  for (const [index, file] of files.entries())
    expect(said(file.json ?? null)).toBe(said(stored.files[index]?.json ?? null));
  for (const file of sampleStored().files.filter(({ path }) => path.startsWith('data/')))
    expect(fix(file)).toBeUndefined();
});

it('has no fixture without a rule, and no name twice', () => {
  const names = linters.map(({ name }) => name);
  expect(Object.keys(FAILING).sort()).toEqual([...new Set(names)].sort());
  expect(new Set(names).size).toBe(names.length);
});
