import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes sure that no part of `path` below the folder of runs is a link: evidence that came with somebody else's change must
 * not lead what we write, or remove, to other places. The folder of runs itself may be one. Throws an Error that says which.
 */
export async function checkNoLinks(runs: string, path: string): Promise<void> {
  let folder = runs;
  for (const name of path.split('/')) {
    folder = join(folder, name);
    const found = await lstat(folder).catch(() => undefined);
    if (found === undefined) return;
    if (found.isSymbolicLink()) throw new Error(`expected ${folder} to be a folder, got a link`);
  }
}
