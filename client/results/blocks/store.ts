import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The first 12 hex digits of the SHA-256 of the bytes: the same content gets the same file name in every run. */
export function contentId(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 12);
}

/**
 * Writes `<home>/cache/<folder>/<name>` whole or not at all, readable by its owner alone, and gives back the path.
 * A link that stands in its place is replaced, not followed. Throws what the file system throws.
 */
export function storeFile(home: string, folder: string, name: string, bytes: Buffer | string): string {
  const directory = join(home, 'cache', folder);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, name);
  const unfinished = join(directory, `.${randomUUID()}.tmp`);
  try {
    writeFileSync(unfinished, bytes, { flag: 'wx', mode: 0o600 });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return path;
}
