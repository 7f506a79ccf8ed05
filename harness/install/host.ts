import { readFile, realpath } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join, relative, sep } from 'node:path';
import { writeWhole } from '../capture/write-whole.ts';
import { HarnessError } from '../error.ts';
import { storing } from '../store-error.ts';

/** A host program as it is beside its driver. */
export interface HostSource {
  extension: string;
  text: string;
}

/**
 * Reads the host program of a driver. Throws HarnessError `input` where it lies outside of the folder of `driverFile`
 * (also by a link: a driver may come from somebody else), `missing` where it cannot be read.
 */
export async function readHost(host: string, driverFile: string): Promise<HostSource> {
  const path = join(dirname(driverFile), host);
  const outside = isAbsolute(host) || leaves(dirname(driverFile), path);
  try {
    if (outside || leaves(await realpath(dirname(driverFile)), await realpath(path)))
      throw new HarnessError(
        'input',
        `Expected "install.host" of ${driverFile} to name a file in its folder, got ${JSON.stringify(host)}.`,
      );
    return { extension: extname(host), text: await readFile(path, 'utf8') };
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause;
    throw new HarnessError(
      'missing',
      `Expected the host program of ${driverFile} at ${path}, got ${(cause as Error).message}.`,
      { cause },
    );
  }
}

function leaves(folder: string, path: string): boolean {
  const [first] = relative(folder, path).split(sep);
  return first === '..' || first === '';
}

/** Copies a host program to where it finds the packages, unless it is there as it is. Gives back its path. */
export async function copyHost({ extension, text }: HostSource, folder: string): Promise<string> {
  const path = join(folder, `host${extension}`);
  const there = await readFile(path, 'utf8').catch(() => undefined);
  if (there !== text) await storing(`copy a host program to ${folder}`, () => writeWhole(path, text));
  return path;
}
