import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDriver } from '../../harness/plan/driver.ts';
import { CommandError } from '../error.ts';
import { ifThere } from '../if-there.ts';
import { dataFile } from '../paths.ts';

interface Lock {
  packages?: Record<string, { version?: string }>;
}

/**
 * The version of the package that holds a client's SDK, so that a card never names another than the one that ran: what its
 * driver installs, or for a client that is a part of this repository what package-lock.json holds. `undefined` where
 * neither tells. Throws CommandError `input` when the lock is no JSON, HarnessError when the driver is none.
 */
export async function sdkVersion(root: string, client: string, name: string): Promise<string | undefined> {
  const file = dataFile(root, join('drivers', `${client}.json`));
  const { install } = existsSync(file) ? await readDriver(file) : {};
  return install === undefined ? lockedVersion(root, name) : (install.npm?.[name] ?? install.pip?.[name]);
}

async function lockedVersion(root: string, name: string): Promise<string | undefined> {
  const text = await ifThere('package-lock.json', readFile(join(root, 'package-lock.json'), 'utf8'));
  return parse(text ?? '{}').packages?.[`node_modules/${name}`]?.version;
}

function parse(text: string): Lock {
  try {
    return JSON.parse(text) as Lock;
  } catch (cause) {
    throw new CommandError('input', `Expected package-lock.json to be JSON: ${(cause as Error).message}.`, { cause });
  }
}
