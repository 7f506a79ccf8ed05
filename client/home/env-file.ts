import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { HomeError } from './error.ts';
import type { Environment } from './resolve.ts';

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
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
    if (code === 'ENOENT') return '';
    throw new HomeError('unusable', `Cannot read ${path} (${code})`, { cause });
  }
}
