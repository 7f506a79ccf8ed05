import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { HarnessError } from '../error.ts';

/**
 * The absolute path of a program on PATH. Places on it that are relative are passed over, because a client runs elsewhere.
 * Throws HarnessError `input` where `name` is a path, `missing` where there is none.
 */
export async function findProgram(name: string, client: string): Promise<string> {
  if (/[\\/\0]/.test(name))
    throw new HarnessError(
      'input',
      `Expected "install.program" of ${client} to be a name, got ${JSON.stringify(name)}.`,
    );
  const places = (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  for (const place of places) if (await isProgram(join(place, name))) return join(place, name);
  throw new HarnessError('missing', `Expected the program "${name}" of ${client} on PATH, found none.`);
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
