import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ResearchNote } from '../../data/types/note.ts';
import { sampleNote } from '../build-cards/sample-note.ts';
import { withFolder } from '../evidence/sample.ts';
import { packageRoot } from '../paths.ts';
import { readCapabilities } from './capabilities.ts';
import { readClients } from './clients.ts';
import { notesOf, readNotes } from './notes.ts';

async function reading(files: Record<string, unknown>): Promise<ResearchNote[]> {
  return withFolder(async (root) => {
    await mkdir(join(root, 'data', 'notes'), { recursive: true });
    for (const [name, value] of Object.entries(files))
      await writeFile(join(root, 'data', 'notes', name), JSON.stringify(value));
    return readNotes(root);
  });
}

describe('readNotes', () => {
  it('reads every note, in the order of their ids', async () => {
    const [one, two] = [sampleNote({ id: 'b-note' }), sampleNote({ id: 'a-note' })];
    expect(await reading({ 'b-note.json': one, 'a-note.json': two, 'README.md': 'no note' })).toEqual([two, one]);
  });

  it('finds none where there is no folder', async () => {
    expect(await withFolder(readNotes)).toEqual([]);
  });

  it('refuses a note under another name', async () => {
    await expect(reading({ 'other.json': sampleNote({ id: 'a-note' }) })).rejects.toThrow(
      'Expected "id" of data/notes/other.json to be "other", got "a-note".',
    );
  });

  it('refuses a note that does not fit its schema', async () => {
    await expect(reading({ 'a-note.json': { ...sampleNote({ id: 'a-note' }), text: [] } })).rejects.toMatchObject({
      code: 'input',
      message: expect.stringContaining('data/notes/a-note.json') as string,
    });
  });
});

it('finds the notes that touch a client', () => {
  const [one, two] = [sampleNote({ id: 'one', clients: ['a', 'b'] }), sampleNote({ id: 'two', clients: ['c'] })];
  expect(notesOf([one, two], 'b')).toEqual([one]);
  expect(notesOf([one, two], 'd')).toEqual([]);
});

describe('the notes of this repository', () => {
  const root = packageRoot();

  it('rest on runs that are there', async () => {
    const runs = (await readNotes(root)).flatMap(({ id, sources }) =>
      sources.flatMap((source) => ('run' in source ? [`${id}: ${source.run}`] : [])),
    );
    expect(runs.filter((run) => !existsSync(join(root, run.replace(/^.*: /, ''), 'record.json')))).toEqual([]);
    expect(runs).not.toHaveLength(0);
  });

  it('touch clients and capabilities that are known', async () => {
    const [notes, clients, capabilities] = await Promise.all([
      readNotes(root),
      readClients(root),
      readCapabilities(root),
    ]);
    const known = new Set([...clients, ...capabilities].map(({ id }) => id));
    const touched = notes.flatMap((note) => [...note.clients, ...note.capabilities].map((id) => `${note.id}: ${id}`));
    expect(touched.filter((line) => !known.has(line.replace(/^.*: /, '')))).toEqual([]);
  });

  it('say at once what is the matter, in sentences that end', async () => {
    const notes = await readNotes(root);
    expect(new Set(notes.map(({ title }) => title)).size).toBe(notes.length);
    const unended = notes.flatMap(({ id, summary, text }) =>
      [summary, ...text].filter((words) => !words.endsWith('.')).map((words) => `${id}: ${words}`),
    );
    expect(unended).toEqual([]);
  });
});
