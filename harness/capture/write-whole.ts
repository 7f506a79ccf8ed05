import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const PART = '.part';

/** Writes a file that is whole or not there: written beside under the name of this process, then renamed. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const beside = `${path}.${process.pid}${PART}`;
  try {
    await writeFile(beside, text);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Removes what a process that was killed in the middle of {@link writeWhole} left in a folder. */
export async function removeParts(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.endsWith(PART))) await rm(join(folder, name), { force: true });
}

/**
 * Makes a folder and those above it. Not by mkdir's own `recursive`, which in Node never comes to an end below a folder
 * that exists and says ENOENT to a new one, like /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && dirname(path) !== path) {
      await makeFolder(dirname(path));
      return mkdir(path).catch((again) => unlessFolder(path, again as Error));
    }
    return unlessFolder(path, error);
  });
}

async function unlessFolder(path: string, error: Error): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) throw error;
}
