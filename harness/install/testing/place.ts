import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { Driver } from '../../../data/types/driver.ts';
import { type InstallForm, type InstallOptions, installClient } from '../install.ts';

export interface Place {
  folder: string;
  driverFile: string;
  cache: string;
  /** What was said, a line an item. */
  said: string[];
  install(form: Partial<InstallForm>, options?: Partial<InstallOptions>): ReturnType<typeof installClient>;
}

/** A folder with blanks in its path, for a driver file and the installed clients; gone after the test. */
export async function makePlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'install a client '));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [driverFile, cache] = [join(folder, 'driver.json'), join(folder, 'cache')];
  const said: string[] = [];
  return {
    folder,
    driverFile,
    cache,
    said,
    install: (form, options = {}) =>
      installClient(driverOf(form), {
        driverFile,
        cache,
        say: (line) => said.push(line),
        cancel: new AbortController().signal,
        ...options,
      }),
  };
}

/** A driver of which only the installation counts. */
export function driverOf(install: Partial<InstallForm>): Driver {
  return { client: 'some-client', install: { version: '1.0.0', ...install } } as Driver;
}

/** Puts a program of our own before all others on PATH, for the rest of the test: `script` is JavaScript. */
export async function onPath(place: Place, name: string, script: string): Promise<string> {
  const bin = join(place.folder, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, name), `#!${process.execPath}\n${script}\n`);
  await chmod(join(bin, name), 0o755);
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return bin;
}
