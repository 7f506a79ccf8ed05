import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { VerdictBaseline } from '../../data/types/baseline.ts';
import { runPlace } from '../../harness/plan/run.ts';
import { CommandError } from '../error.ts';
import { readText } from '../read-file.ts';
import { checkFlaky, type ReadCapture } from '../rejudge/flaky-captures.ts';

/**
 * Holds what a baseline calls known-flaky against its proof ({@link checkFlaky}) in folders below `root`. Throws
 * CommandError `missing` or `input`, naming the entry and what is wrong with it.
 */
export function checkCaptures(root: string, { client, entries }: VerdictBaseline, shown: string): void {
  const read = reader(root);
  for (const entry of entries)
    if (entry.knownFlaky !== undefined)
      checkFlaky({ client, entry, where: `the known-flaky ${runPlace(entry)} of ${shown}` }, read);
}

function reader(root: string): ReadCapture {
  return (path) => {
    const folder = folderOf(join(root, path));
    if (folder === undefined) return undefined;
    if (!`${folder}${sep}`.startsWith(`${realpathSync(root)}${sep}`))
      throw new CommandError('input', `Expected ${path}, a capture, to lie in this folder.`);
    return readText(join(root, path), path);
  };
}

/** The folder of a file, links followed. */
function folderOf(path: string): string | undefined {
  try {
    return realpathSync(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CommandError('input', `Expected to read ${path}: ${(error as Error).message}.`, { cause: error });
  }
}
