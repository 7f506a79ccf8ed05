import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDriver } from '../../harness/plan/driver.ts';
import { CommandError } from '../error.ts';
import { ifThere } from '../if-there.ts';
import { dataFile } from '../paths.ts';

/** What files of this repository tell of the SDK of a client that ran. */
export interface SdkVersion {
  /** The range in package.json. */
  declared?: string | undefined;
  /** The version that is installed. */
  resolved?: string | undefined;
  /** Whether its bytes are others than those that were published. */
  patched?: boolean | undefined;
}

/** What package.json asks for, and what package-lock.json holds. */
export interface Installed {
  manifest: { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
  lock: { packages?: Record<string, { version?: string; integrity?: string; link?: boolean }> };
}

/** Reads both files of a root; one that is not there holds nothing. Throws CommandError `input` when one is no JSON. */
export async function readInstalled(root: string): Promise<Installed> {
  const [manifest, lock] = await Promise.all(['package.json', 'package-lock.json'].map((name) => readJson(root, name)));
  return { manifest: manifest as Installed['manifest'], lock: lock as Installed['lock'] };
}

/**
 * The version of the package that holds a client's SDK, so that a card never names another than the one that ran: what its
 * driver installs, or for a client that is a part of this repository what package-lock.json holds. `undefined` where
 * neither tells. Throws HarnessError when the driver is none.
 */
export async function sdkVersion(
  root: string,
  client: string,
  name: string,
  installed: Installed,
): Promise<SdkVersion | undefined> {
  const file = dataFile(root, join('drivers', `${client}.json`));
  const { install } = existsSync(file) ? await readDriver(file) : {};
  if (install === undefined) return lockedVersion(name, installed);
  const resolved = install.npm?.[name] ?? install.pip?.[name];
  return resolved === undefined ? undefined : { resolved };
}

function lockedVersion(name: string, { manifest, lock }: Installed): SdkVersion | undefined {
  const entry = lock.packages?.[`node_modules/${name}`];
  if (entry?.version === undefined) return undefined;
  return {
    declared: manifest.dependencies?.[name] ?? manifest.devDependencies?.[name],
    resolved: entry.version,
    // A package that the lock knows by its digest holds the bytes that were published under this version.
    ...(entry.integrity !== undefined && { patched: entry.link === true }),
  };
}

async function readJson(root: string, name: string): Promise<unknown> {
  const text = (await ifThere(name, readFile(join(root, name), 'utf8'))) ?? '{}';
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError('input', `Expected ${name} to be JSON: ${(cause as Error).message}.`, { cause });
  }
}
