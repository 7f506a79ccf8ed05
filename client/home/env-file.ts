import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { HomeError } from './error.ts';
import { readText, UnreadableFileError } from './read-text.ts';
import type { Environment } from './resolve.ts';

const maxBytes = 1024 * 1024;

/**
 * The environment that the client works in: `process` with the variables of `<home>/.env` over it. The file belongs to
 * this home and so wins over what the shell happens to carry (the original client looks in the profile's scope first);
 * an entry without a value does not, since that is how an unfilled template line looks.
 *
 * @throws HomeError `unusable` when the file exists and cannot be read. Values never appear in the message.
 */
export function loadEnvironment(home: string, process: Environment): Environment {
  const filled = Object.entries(parseEnv(readEnvFile(join(home, '.env')))).filter(([, value]) => value !== '');
  return { ...process, ...Object.fromEntries(filled) };
}

function readEnvFile(path: string): string {
  try {
    return readText(path, maxBytes) ?? '';
  } catch (cause) {
    if (!(cause instanceof UnreadableFileError)) throw cause;
    throw new HomeError('unusable', `Cannot read ${path} (${cause.message})`, { cause });
  }
}
