import { resolve, sep } from 'node:path';
import { CommandError } from '../error.ts';
import type { RunFolder } from '../evidence/find-runs.ts';
import { parseRunPath } from '../evidence/run-path.ts';

/** The run that a folder is of, by its last four names. Throws CommandError `input` when they are no run's. */
export function runFolderOf(folder: string): RunFolder {
  const absolute = resolve(folder);
  const path = absolute.split(sep).slice(-4).join('/');
  const run = parseRunPath(path);
  if (run !== undefined) return { run, folder: absolute, path };
  throw new CommandError(
    'input',
    `Expected the folder of a run, …/<client>@<version>/<config>/<server>-<transport>/<scenario>, got ${JSON.stringify(folder)}.`,
  );
}
