import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { CommandError } from './error.ts';

/** Bytes that a file may have which a verb reads; the whole folder of runs has fewer (validate, `runs-size`). */
export const LARGEST = 64_000_000;

// A link is not followed, and a pipe does not keep us waiting.
const HOW = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * The bytes of a file of `data/` or of a run; `undefined` where there is none. Throws CommandError `input`, naming `shown`,
 * for a link, for what is no file, and for one larger than {@link LARGEST}.
 */
export function readBytes(path: string, shown: string): Buffer | undefined {
  const file = open(path, shown);
  if (file === undefined) return undefined;
  try {
    return bytesOf(file, shown);
  } finally {
    closeSync(file);
  }
}

/** What {@link readBytes} reads, as text. Throws CommandError `input` for bytes that are no UTF-8, too. */
export function readText(path: string, shown: string): string | undefined {
  const bytes = readBytes(path, shown);
  return bytes === undefined ? undefined : checkUtf8(bytes, shown).toString('utf8');
}

/** `bytes` where they are UTF-8: nothing may be replaced silently. Throws CommandError `input`, naming `shown`. */
export function checkUtf8(bytes: Buffer, shown: string): Buffer {
  if (isUtf8(bytes)) return bytes;
  throw new CommandError('input', `Expected ${shown} to be UTF-8, got other bytes.`);
}

function open(path: string, shown: string): number | undefined {
  try {
    return openSync(path, HOW);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP') throw new CommandError('input', `Expected ${shown} to be a file, got a link.`);
    throw unreadable(shown, error as Error);
  }
}

function bytesOf(file: number, shown: string): Buffer {
  const found = fstatSync(file);
  if (!found.isFile() && !found.isDirectory())
    throw new CommandError('input', `Expected ${shown} to be a file, got something else (a pipe?).`);
  if (found.size > LARGEST)
    throw new CommandError('input', `Expected ${shown} to have at most ${LARGEST} bytes, got ${found.size}.`);
  try {
    return readFileSync(file);
  } catch (error) {
    throw unreadable(shown, error as Error);
  }
}

function unreadable(shown: string, cause: Error): CommandError {
  return new CommandError('input', `Expected to read ${shown}: ${cause.message}.`, { cause });
}
