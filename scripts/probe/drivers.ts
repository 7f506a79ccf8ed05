import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Driver } from '../../data/types/driver.ts';
import { HarnessError } from '../../harness/error.ts';
import { enterNamespace } from '../../harness/fence/enter.ts';
import { type Installed, installClient } from '../../harness/install/install.ts';
import { readDriver } from '../../harness/plan/driver.ts';
import { dataFile, placesOf } from '../paths.ts';

/** Where clients are installed, below the folder of the registry; git ignores it. */
const CLIENTS = '.clients';

/** The driver file of a client's own repository, in the current folder. */
const OWN = 'mcp-client-probe.json';
/** The client that is run where no driver was asked for and none is there. */
const USUAL = 'hermes-ts';

interface Asked {
  client?: string;
  driver?: string;
}

/**
 * The file of the driver that was asked for; where nothing was, that of the repository, or of our own client. Throws
 * HarnessError `missing`, with those that are known.
 */
export async function driverFileOf({ client, driver }: Asked): Promise<string> {
  if (driver !== undefined) return driver;
  if (client === undefined && existsSync(OWN)) return OWN;
  const file = dataFile(placesOf({}).root, join('drivers', `${client ?? USUAL}.json`));
  if (existsSync(file)) return file;
  const known = (await allDriverFiles()).map((each) => basename(each, '.json')).join(', ');
  throw new HarnessError('missing', `Expected a driver file at ${file}, found none. Known: ${known}.`);
}

/** The files of all drivers, in the order of their names. */
export async function allDriverFiles(): Promise<string[]> {
  const folder = dataFile(placesOf({}).root, 'drivers');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => join(folder, name));
}

/** Installs what a driver asks for, if anything, below `root`. Throws as {@link installClient} does. */
export async function makeReady(
  driver: Driver,
  driverFile: string,
  { root = '.', say, cancel }: { root?: string; say: (line: string) => void; cancel: AbortSignal },
): Promise<Installed | undefined> {
  return driver.install && installClient(driver, { driverFile, cache: join(root, CLIENTS), say, cancel });
}

/**
 * Goes on in a network namespace where nothing but the loopback can be reached. Clients are installed before, since
 * nothing can be fetched there. Resolves to undefined inside, and outside to the exit code of what ran inside. Throws as
 * {@link makeReady} and {@link enterNamespace} do.
 */
export async function goInside(
  asked: Asked & { all: boolean },
  means: { say: (line: string) => void; cancel: AbortSignal },
): Promise<number | undefined> {
  const files = asked.all ? await allDriverFiles() : [await driverFileOf(asked)];
  for (const file of files) await makeReady(await readDriver(file), file, means);
  return enterNamespace();
}
