import { dirname } from 'node:path';
import { makeFolder, writeWhole } from '../harness/capture/write-whole.ts';
import { CommandError } from './error.ts';

/** Writes a file that is whole or not there, and the folders above it. Throws CommandError `input`, naming `shown`. */
export async function keepFile(path: string, text: string, shown: string): Promise<void> {
  await keeping(shown, async () => {
    await makeFolder(dirname(path));
    await writeWhole(path, text);
  });
}

/** Does `work` to a file; what the file system has against it is told as CommandError `input`, naming `shown`. */
export async function keeping(shown: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new CommandError('input', `Expected to write ${shown}: ${(cause as Error).message}.`, { cause });
  }
}
