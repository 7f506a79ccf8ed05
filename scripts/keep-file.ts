import { lstat, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, writeWhole } from '../harness/capture/write-whole.ts';
import { CommandError } from './error.ts';
import { shownPath } from './paths.ts';

/** Writes a file that is whole or not there, and the folders above it. Throws CommandError `input`, naming `shown`. */
export async function keepFile(path: string, text: string, shown: string): Promise<void> {
  await keeping(shown, async () => {
    await makeFolder(dirname(path));
    await writeWhole(path, text);
  });
}

/**
 * Writes a file of the registry, by its path below the root, or takes it away where there is no `text`. Throws CommandError
 * `input` when it cannot be written, and when a part of the path is a link ({@link checkBelow}).
 */
export async function keepBelow(root: string, path: string, text: string | undefined): Promise<void> {
  await checkBelow(root, join(root, path));
  await (text === undefined ? keeping(path, () => rm(join(root, path))) : keepFile(join(root, path), text, path));
}

/**
 * Makes sure that no part of a path below the root is a link: a repository that came from somebody else must not lead what
 * we write to other places. A path that does not lie below the root is whoever's choice named it. Throws CommandError `input`.
 */
export async function checkBelow(root: string, path: string): Promise<void> {
  const shown = shownPath(root, path);
  const names = shown.split('/');
  if (shown === '' || names[0] === '..') return;
  for (const index of names.keys()) {
    const part = names.slice(0, index + 1).join('/');
    const found = await lstat(join(root, part)).catch(() => undefined);
    if (found === undefined) return;
    if (found.isSymbolicLink())
      throw new CommandError('input', `Expected to write ${shown}: ${part} is a link, which is not followed.`);
  }
}

/** Does `work` to a file; what the file system has against it is told as CommandError `input`, naming `shown`. */
export async function keeping(shown: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new CommandError('input', `Expected to write ${shown}: ${(cause as Error).message}.`, { cause });
  }
}
