import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expandUser } from '../home/expand-user.ts';
import { describe, describeKind } from './describe.ts';
import { ConfigError } from './error.ts';

/**
 * The absolute path of a file that must be there; a leading `~` is the user's home. Looked at now and not by whoever
 * opens it later, so that a wrong path is told as such.
 *
 * @param key the key's name, for messages
 * @throws ConfigError `invalid-value`
 */
export function requireFile(value: unknown, key: string, where: string, userHome: string): string {
  if (typeof value !== 'string' || value.trim() === '') {
    const came = typeof value === 'string' ? describe(value) : describeKind(value);
    throw new ConfigError('invalid-value', `Expected "${key}" to be the path of a file, got ${came}`, where);
  }
  const path = resolve(expandUser(value.trim(), userHome));
  if (isFile(path)) return path;
  throw new ConfigError(
    'invalid-value',
    `Expected "${key}" to be the path of a file, found none at ${describe(value)}`,
    where,
  );
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // No entry, no folder on the way, no permission, a NUL character: to the user all are a path that leads nowhere.
    return false;
  }
}
