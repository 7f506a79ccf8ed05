import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a verb reads and writes. Both are absolute. */
export interface Places {
  /** The folder of the registry: `data/`, `cards/`. A client's own repository has one too. */
  root: string;
  /** The folder of runs. */
  runs: string;
}

/** The places of a verb: `root` is the current folder unless told, `runs` is `<root>/runs` unless told. */
export function placesOf({ root = '.', runs }: { root?: string; runs?: string }): Places {
  const absolute = resolve(root);
  return { root: absolute, runs: runs === undefined ? join(absolute, 'runs') : resolve(runs) };
}

/** The folder of this package, whether this file runs from its source or from a chunk in `dist/`. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/**
 * The path of a file of `data/`: the one of `root` where it has one, else the one that the package brings, so that a
 * client's repository need not copy what it does not change.
 */
export function dataFile(root: string, name: string): string {
  const own = join(root, 'data', name);
  return existsSync(own) ? own : join(packageRoot(), 'data', name);
}

/** `path` as it is written in records and messages: relative to `root`, with forward slashes. */
export function shownPath(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}
