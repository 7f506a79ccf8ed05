import { expect, it } from 'vitest';
import { evidenceNotes } from './evidence-notes.ts';
import { clientsFile, evidence, noteFile, overlayFile, sampleClient, sampleStored } from './sample-stored.ts';

const CLIENTS = 'data/clients.json';
const check = (path: string, text: string) => evidenceNotes.check(sampleStored({ [path]: text }));

it('passes notes that end, and a full status without one', () => {
  expect(evidenceNotes.check(sampleStored())).toEqual([]);
  for (const note of ['Really?', 'See (below.)', 'It says “no.”', 'And so on…'])
    expect(check(CLIENTS, clientsFile({ evidence: [evidence({ note })] }))).toEqual([]);
});

it.each(['partial', 'unsupported', 'untested'] as const)('fails a status %s without a note', (status) => {
  expect(check(CLIENTS, clientsFile({ evidence: [evidence({ status })] }))).toEqual([
    { path: CLIENTS, text: `Expected a note on tools.result.content of sample@0.9.0, as it is ${status}, found none.` },
  ]);
});

it('takes the note of the client for one, of typed and of derived evidence', () => {
  const overlay = overlayFile(({ evidence: found, ...rest }) => ({
    ...rest,
    evidence: found.map((each) => ({ ...each, status: 'partial' })),
  }));
  const withNotes = (notes: Record<string, string>) =>
    evidenceNotes.check(
      sampleStored({
        'data/verified/sample.json': overlay,
        [CLIENTS]: clientsFile({ evidence: [evidence({ status: 'partial' })], notes }),
      }),
    );
  expect(withNotes({ 'tools.result.content': 'Only some.' })).toEqual([]);
  expect(withNotes({}).map(({ path }) => path)).toEqual([CLIENTS, 'data/verified/sample.json']);
  expect(withNotes({ 'tools.result': 'Only some.' })).toHaveLength(2);
});

it('fails texts that do not end, wherever they stand, and ends them', () => {
  const [reading] = sampleClient().readings;
  const sdk = {
    declared: '1',
    note: 'patched',
    official: true,
    package: 'p',
    patched: true,
    resolved: null,
    title: 't',
  };
  const clients = clientsFile({
    evidence: [evidence({ note: 'only `some` ' })],
    notes: { 'tools.result': 'all, or nothing' },
    readings: reading === undefined ? [] : [{ ...reading, sdk }],
  });
  const stored = sampleStored({ [CLIENTS]: clients, 'data/notes/one-note.json': noteFile({ summary: 'It depends' }) });
  expect(evidenceNotes.check(stored)).toEqual([
    {
      path: CLIENTS,
      text: 'Expected the note on tools.result.content of sample to end in a full stop, got "…only `some` ".',
    },
    {
      path: CLIENTS,
      text: 'Expected the note on tools.result of sample to end in a full stop, got "…all, or nothing".',
    },
    {
      path: CLIENTS,
      text: 'Expected the note on the SDK in reading abcdef0 of sample to end in a full stop, got "…patched".',
    },
    { path: 'data/notes/one-note.json', text: 'Expected the summary to end in a full stop, got "…It depends".' },
  ]);
  const [first, second] = stored.files
    .filter(({ path }) => path === CLIENTS || path.startsWith('data/notes/'))
    .map((file) => evidenceNotes.fix?.(file));
  expect(first).toBe(
    clients
      .replace('only `some` ', 'only `some`.')
      .replace('all, or nothing', 'all, or nothing.')
      .replace('"patched"', '"patched."'),
  );
  expect(second).toBe(noteFile());
});

it('ends the meanings of capabilities', () => {
  const path = 'data/capabilities.json';
  const text = String(sampleStored().files.find((file) => file.path === path)?.text);
  const stored = sampleStored({ [path]: text.replaceAll('does.', 'does') });
  expect(evidenceNotes.check(stored)).toHaveLength(3);
  const file = stored.files.find((each) => each.path === path);
  expect(file && evidenceNotes.fix?.(file)).toBe(text);
});
