import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { canonicalJson } from '../../data/canonical-json.ts';
import { makeOverlay } from '../ingest/make-overlay.ts';
import { keepFile } from '../keep-file.ts';
import { readCapabilities } from '../registry/capabilities.ts';
import { readClients } from '../registry/clients.ts';
import { notePath, readNotes } from '../registry/notes.ts';
import { overlayPath } from '../registry/overlays.ts';
import { publishedNames, readPublished } from '../registry/published.ts';
import { cyclic, nameOf, readPool, recordsOf } from './large-records.ts';

export interface Size {
  clients: number;
  /** Of each version of a client. */
  records: number;
}

/** The versions of every client in a large registry, the older first: each is a commit of its own, and a tag. */
export const VERSIONS = ['1.0.0', '2.0.0'] as const;

const DATE = '2026-11-30';
const DECLARED = { revision: '2025-11-25', capabilities: { roots: { listChanged: true }, elicitation: {} } };
const AUTHOR = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'commit.gpgsign=false'];

/**
 * Makes the empty folder `to` the registry of so many clients, in a repository of its own; equal sizes give equal files.
 * Entries, published lists and notes are those of the package at `root` under other names, one note a client; what the
 * clients do is what committed runs did.
 */
export async function writeRegistry(root: string, to: string, { clients, records }: Size): Promise<void> {
  const [pool, known] = await Promise.all([readPool(root), readCapabilities(root)]);
  const capabilities = known.map(({ id }) => id);
  const git = (...args: string[]) => execa('git', [...AUTHOR, ...args], { cwd: to });
  await cp(join(root, 'data', 'capabilities.json'), join(to, 'data', 'capabilities.json'), { recursive: true });
  await writeEntries(root, to, clients);
  await git('init', '--quiet');
  for (const version of VERSIONS) {
    for (let number = 0; number < clients; number += 1) {
      const id = nameOf(number);
      const declared = [{ clientVersion: version, path: `runs/${id}@${version}/default`, declarations: [DECLARED] }];
      const made = makeOverlay(id, recordsOf(number, version, records, pool), undefined, {
        date: DATE,
        capabilities,
        asked: {},
        declared,
      });
      // Canonical JSON takes several times as long to write, and is read no differently.
      await keepFile(join(to, overlayPath(id)), JSON.stringify(made.overlay, null, 2), overlayPath(id));
    }
    await git('add', '--all');
    await git('commit', '--quiet', '--message', version);
    await git('tag', version);
  }
}

async function writeEntries(root: string, to: string, count: number): Promise<void> {
  const write = (path: string, value: unknown) => keepFile(join(to, path), canonicalJson(value), path);
  const [known, notes, names] = await Promise.all([readClients(root), readNotes(root), publishedNames(root)]);
  const clients = Array.from({ length: count }, (_, number) => ({ ...cyclic(known, number), id: nameOf(number) }));
  await write('data/clients.json', { clients });
  for (const [number, { id }] of clients.entries()) {
    const note = { ...cyclic(notes, number), clients: [id], id: `note-of-${id}` };
    await write(notePath(note.id), note);
    for (const list of await readPublished(root, names.get(cyclic(known, number).id) ?? []))
      await write(`data/published/${id}@${list.clientVersion}.json`, { ...list, client: id });
  }
}
