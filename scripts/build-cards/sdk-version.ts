import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../error.ts';
import { ifThere } from '../if-there.ts';

interface Lock {
  packages?: Record<string, { version?: string }>;
}

/**
 * The version of a package that the root's package-lock.json holds, so that a card never names another than the one that
 * is installed; `undefined` where there is no lock, or it does not hold the package. Throws CommandError `input` when the
 * lock is no JSON.
 */
export async function lockedVersion(root: string, name: string): Promise<string | undefined> {
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
