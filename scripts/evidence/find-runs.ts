import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '../../harness/plan/run.ts';
import { CommandError } from '../error.ts';
import { ifThere } from '../if-there.ts';
import { compareText } from './compare-text.ts';
import { parseRunPath } from './run-path.ts';

/** A run's folder: what its names say it is, and where it lies. */
export interface RunFolder {
  run: Run;
  /** Absolute. */
  folder: string;
  /** Relative to the folder of runs, with forward slashes. */
  path: string;
}

/** Everything four folders deep below the folder of runs, calibration runs included, in the order of their paths. */
export interface FoundRuns {
  folders: RunFolder[];
  /** Paths whose names are no run's. */
  strays: string[];
  /** Paths of links where a folder belongs: nobody follows them. */
  links: string[];
}

/** Folders of a run lie this deep: `<client>@<version>/<config>/<server>-<transport>/<scenario>`. */
const DEPTH = 4;
const EVIDENCE = ['record.json', 'wire.jsonl', 'model.jsonl'];

/**
 * The runs below the folder of runs, as {@link walkRuns} finds them. Throws CommandError `input` where one of them is a
 * link: evidence lies in the folder of runs, and what is passed over silently looks as if it had been read.
 */
export async function findRuns(runs: string): Promise<Omit<FoundRuns, 'links'>> {
  const { links, ...found } = await walkRuns(runs);
  const [first, ...more] = links;
  if (first === undefined) return found;
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  throw new CommandError('input', `Expected ${first} below the folder of runs to be a folder, got a link${others}.`);
}

/**
 * Walks the folder of runs (README, "Evidence"). Names with a leading underscore are the harness's own and
 * are passed over at every level. A folder of runs that does not exist holds none.
 * Throws CommandError `input` for a folder that cannot be read.
 */
export async function walkRuns(runs: string): Promise<FoundRuns> {
  const found: FoundRuns = { folders: [], strays: [], links: [] };
  let paths = [''];
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const entries = (await Promise.all(paths.map((path) => below(runs, path)))).flat();
    found.links.push(...entries.filter(({ entry }) => entry.isSymbolicLink()).map(({ path }) => path));
    paths = entries.filter(({ entry }) => entry.isDirectory()).map(({ path }) => path);
  }
  found.links.sort(compareText);
  // What git ignores may be all that a removed run left behind.
  const kept = await Promise.all(paths.sort().map((path) => holdsEvidence(join(runs, path))));
  for (const path of paths.filter((_path, index) => kept[index])) {
    const run = parseRunPath(path);
    if (run === undefined) found.strays.push(path);
    else found.folders.push({ run, folder: join(runs, path), path });
  }
  return found;
}

async function holdsEvidence(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => []);
  return EVIDENCE.some((name) => names.includes(name));
}

async function below(runs: string, path: string): Promise<{ path: string; entry: Dirent }[]> {
  const entries = await ifThere(join(runs, path), readdir(join(runs, path), { withFileTypes: true }));
  return (entries ?? [])
    .filter(({ name }) => !name.startsWith('_'))
    .map((entry) => ({ path: path === '' ? entry.name : `${path}/${entry.name}`, entry }));
}
