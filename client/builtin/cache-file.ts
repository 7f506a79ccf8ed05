import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/** As much as results and documents can be, with room. */
const LARGEST_FILE = 64 * 1024 * 1024;

/** Why a file is not read; the message is for the model. */
export class CacheFileError extends Error {
  readonly code: 'outside' | 'missing' | 'not-a-file' | 'too-large' | 'not-text' | 'unreadable';

  constructor(code: CacheFileError['code'], message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'CacheFileError';
    this.code = code;
  }
}

/**
 * The text of a file below `<home>/cache`, the only place that a model may read. `path` is absolute, or relative to that
 * folder. Links are followed before the place is judged, so none leads out. Throws CacheFileError.
 */
export function readCacheFile(home: string, path: string): string {
  const { real, cache } = locate(home, path);
  if (!isBelow(cache, real)) throw outside();
  const bytes = readRegularFile(real);
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new CacheFileError('not-text', 'Expected a text file, got other bytes');
  return bytes.toString('utf8');
}

function locate(home: string, path: string): { real: string; cache: string } {
  // Judged as it is written too, so that it cannot be asked which files exist elsewhere.
  const root = resolve(home, 'cache');
  const wanted = isAbsolute(path) ? resolve(path) : join(root, path);
  if (path.includes('\0') || !isBelow(root, wanted)) throw outside();
  try {
    return { real: realpathSync(wanted), cache: realpathSync(root) };
  } catch (cause) {
    throw unreadable(cause);
  }
}

function readRegularFile(path: string): Buffer {
  let file: number | undefined;
  try {
    // No link in place of the last name any more, and no waiting for a pipe that nobody writes to.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new CacheFileError('not-a-file', 'Expected a file, got a folder or something else');
    if (stat.size > LARGEST_FILE) {
      throw new CacheFileError('too-large', `Expected a file of at most ${LARGEST_FILE} bytes, got ${stat.size}`);
    }
    return readFileSync(file);
  } catch (cause) {
    throw cause instanceof CacheFileError ? cause : unreadable(cause);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(): CacheFileError {
  return new CacheFileError('outside', 'Expected a file in the cache folder of this client, got a path outside of it');
}

function unreadable(cause: unknown): CacheFileError {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
  if (code === 'ENOENT' || code === 'ENOTDIR') return new CacheFileError('missing', 'There is no such file', { cause });
  return new CacheFileError('unreadable', `The file cannot be read (${code})`, { cause });
}
