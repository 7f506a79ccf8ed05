import { existsSync, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { isForm } from '../../data/forms.ts';
import { CommandError } from '../error.ts';
import { walkRuns } from '../evidence/find-runs.ts';
import { ifThere } from '../if-there.ts';
import { dataFile, type Places, shownPath } from '../paths.ts';
import { readBytes, readText } from '../read-file.ts';
import { formOf } from './form-of.ts';
import { isLines, parseJson } from './lines.ts';
import type { Page, Stored, StoredFile } from './linter.ts';

// What a run leaves on this machine only (.gitignore).
const NOT_KEPT = /^(?:client\.log|timing\.json|model\.full\.jsonl|_.*)$/;
// Schemas are checked by the compiler that is made from them, types are generated, the rest of data/ is source.
const NOT_DATA = new Set(['schema', 'types']);

/**
 * Reads everything that git keeps of `data/*.json` and of the folder of runs, and the Markdown that people read. Throws
 * CommandError `input` where something cannot be read, or is too large, and `missing` where the folder of runs that was
 * asked for is not there.
 */
export async function readStored({ root, runs }: Places): Promise<Stored> {
  const shownRuns = shownPath(root, runs);
  const hasRuns = existsSync(runs);
  if (!hasRuns && shownRuns !== 'runs')
    throw new CommandError('missing', `Expected the folder of runs ${shownRuns}, found no such folder.`);
  const data = await walk(join(root, 'data'), 'data', (name) => !NOT_DATA.has(name));
  const evidence = await walk(runs, 'runs', (name) => !NOT_KEPT.test(name));
  const { folders, strays } = await walkRuns(runs);
  return {
    files: [...data.files.filter(({ path }) => path.endsWith('.json')), ...evidence.files].map(({ path, bytes }) =>
      storedFile(path, bytes),
    ),
    pages: await readPages(root),
    others: [...data.others, ...evidence.others],
    runs: shownRuns,
    hasRuns,
    runFolders: [...folders.map(({ path }) => path), ...strays].sort(),
    capabilities: capabilitiesIn(dataFile(root, 'capabilities.json')),
    clients: clientsIn(dataFile(root, 'clients.json')),
    exists: (path) => existsSync(join(root, path)),
    read: (path) => (isInside(root, path) ? readText(join(root, path), path) : undefined),
  };
}

/** Whether a path leads to a folder below the root, links followed. */
function isInside(root: string, path: string): boolean {
  const folder = join(root, dirname(path));
  return existsSync(folder) && realpathSync(folder).startsWith(`${realpathSync(root)}${sep}`);
}

interface Walked {
  files: { path: string; bytes: Buffer }[];
  others: string[];
}

async function walk(folder: string, shown: string, wanted: (name: string) => boolean): Promise<Walked> {
  const entries = (await ifThere(shown, readdir(folder, { withFileTypes: true }))) ?? [];
  const walked: Walked = { files: [], others: [] };
  for (const entry of entries.filter(({ name }) => wanted(name)).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const [path, name] = [join(folder, entry.name), `${shown}/${entry.name}`];
    if (entry.isDirectory()) {
      const below = await walk(path, name, wanted);
      for (const file of below.files) walked.files.push(file);
      for (const other of below.others) walked.others.push(other);
    } else if (entry.isFile()) {
      const bytes = readBytes(path, name);
      // Another process may have removed it in the meantime.
      if (bytes !== undefined) walked.files.push({ path: name, bytes });
    } else walked.others.push(name);
  }
  return walked;
}

async function readPages(root: string): Promise<Page[]> {
  const isPage = (name: string): boolean => !name.includes('.') || name.endsWith('.md');
  const [cards, docs] = await Promise.all(['cards', 'docs'].map((name) => walk(join(root, name), name, isPage)));
  const readme = readBytes(join(root, 'README.md'), 'README.md');
  return [
    ...(readme === undefined ? [] : [{ path: 'README.md', bytes: readme }]),
    ...(cards?.files ?? []),
    ...(docs?.files ?? []),
  ]
    .filter(({ path }) => path.endsWith('.md'))
    .map(({ path, bytes }) => ({ path, bytes, text: bytes.toString('utf8') }));
}

/** A stored file from its path and bytes. */
export function storedFile(path: string, bytes: Buffer): StoredFile {
  const text = bytes.toString('utf8');
  const file = { path, bytes, text, form: formOf(path), json: undefined };
  return { ...file, json: isLines(file) ? undefined : parseJson(text) };
}

/** A list that is malformed is told by the schema linter; here it is empty. */
function capabilitiesIn(path: string): Stored['capabilities'] {
  const value = parseJson(readText(path, 'data/capabilities.json') ?? '');
  return new Map(isForm('capabilities', value) ? value.capabilities.map(({ id, kind }) => [id, kind]) : []);
}

/** As above. */
function clientsIn(path: string): Stored['clients'] {
  const value = parseJson(readText(path, 'data/clients.json') ?? '');
  return new Set(isForm('clients', value) ? value.clients.map(({ id }) => id) : []);
}
