import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResearchNote } from '../../data/types/note.ts';
import { CommandError } from '../error.ts';
import { ifThere } from '../if-there.ts';
import { readForm } from './read-form.ts';

/** Where the note of this id is kept; relative to the root. */
export function notePath(id: string): string {
  return `data/notes/${id}.json`;
}

/**
 * Every research note of a root, in the order of their ids; none where it has no such folder. Throws CommandError `input`
 * when a file is malformed or holds a note of another id than its name says.
 */
export async function readNotes(root: string): Promise<ResearchNote[]> {
  const names = (await ifThere('data/notes', readdir(join(root, 'data', 'notes')))) ?? [];
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
  return Promise.all(ids.sort().map((id) => readNote(root, id)));
}

/** The notes that touch a client, in the order in which they came. */
export function notesOf(notes: ResearchNote[], client: string): ResearchNote[] {
  return notes.filter(({ clients }) => clients.includes(client));
}

async function readNote(root: string, id: string): Promise<ResearchNote> {
  const path = notePath(id);
  const note = await readForm('note', join(root, path), path);
  if (note.id === id) return note;
  throw new CommandError('input', `Expected "id" of ${path} to be "${id}", got "${note.id}".`);
}
