import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isForm } from '../../data/forms.ts';
import { findRuns } from '../evidence/find-runs.ts';
import { ifThere } from '../if-there.ts';
import { dataFile, type Places } from '../paths.ts';
import { formOf } from './form-of.ts';
import { isLines, parseJson } from './lines.ts';
import type { Stored, StoredFile } from './linter.ts';

// What a run leaves on this machine only (.gitignore).
const NOT_KEPT = /^(?:client\.log|timing\.json|model\.full\.jsonl|_.*)$/;
// Schemas are checked by the compiler that is made from them, types are generated, the rest of data/ is source.
const NOT_DATA = new Set(['schema', 'types']);

/**
 * Reads everything that git keeps of `data/*.json` and of the folder of runs. Throws CommandError `input` where something
 * cannot be read.
 */
export async function readStored({ root, runs }: Places): Promise<Stored> {
  const data = await walk(join(root, 'data'), 'data', (name) => !NOT_DATA.has(name));
  const evidence = await walk(runs, 'runs', (name) => !NOT_KEPT.test(name));
  const { folders, strays } = await findRuns(runs);
  return {
    files: [...data.files.filter(({ path }) => path.endsWith('.json')), ...evidence.files],
    others: [...data.others, ...evidence.others],
    runFolders: [...folders.map(({ path }) => path), ...strays].sort(),
    capabilities: await idsIn(dataFile(root, 'capabilities.json'), 'capabilities'),
    clients: await idsIn(dataFile(root, 'clients.json'), 'clients'),
  };
}

async function walk(
  folder: string,
  shown: string,
  wanted: (name: string) => boolean,
): Promise<Pick<Stored, 'files' | 'others'>> {
  const entries = (await ifThere(shown, readdir(folder, { withFileTypes: true }))) ?? [];
  const files: StoredFile[] = [];
  const others: string[] = [];
  for (const entry of entries.filter(({ name }) => wanted(name)).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const [path, name] = [join(folder, entry.name), `${shown}/${entry.name}`];
    if (entry.isDirectory()) {
      const below = await walk(path, name, wanted);
      files.push(...below.files);
      others.push(...below.others);
    } else if (entry.isFile()) {
      const bytes = await ifThere(name, readFile(path));
      // Another process may have removed it in the meantime.
      if (bytes !== undefined) files.push(storedFile(name, bytes));
    } else others.push(name);
  }
  return { files, others };
}

/** A stored file from its path and bytes. */
export function storedFile(path: string, bytes: Buffer): StoredFile {
  const text = bytes.toString('utf8');
  const file = { path, bytes, text, form: formOf(path), json: undefined };
  return { ...file, json: isLines(file) ? undefined : parseJson(text) };
}

/** A list that is malformed is told by the schema linter; here it has no ids. */
async function idsIn(path: string, form: 'capabilities' | 'clients'): Promise<Set<string>> {
  const value = parseJson((await ifThere(`data/${form}.json`, readFile(path, 'utf8'))) ?? '');
  if (form === 'capabilities') return new Set(isForm(form, value) ? value.capabilities.map(({ id }) => id) : []);
  return new Set(isForm(form, value) ? value.clients.map(({ id }) => id) : []);
}
