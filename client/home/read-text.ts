import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';

/** A file of the home that cannot be taken; the message says why, and nothing of what stands in it. */
export class UnreadableFileError extends Error {}

/**
 * The text of a file that a person wrote, without its byte order mark, or undefined when there is none.
 * A device or a pipe in its place would be read for ever, so that only plain files are opened.
 *
 * @param maxBytes a larger file is refused before it is read
 * @throws UnreadableFileError
 */
export function readText(path: string, maxBytes: number): string | undefined {
  try {
    const status = statSync(path);
    const { size } = status;
    if (!status.isFile()) throw new UnreadableFileError('it is no plain file');
    if (size > maxBytes) throw new UnreadableFileError(`it has ${size} bytes, at most ${maxBytes} are read`);
    const bytes = readFileSync(path);
    if (!isUtf8(bytes)) throw new UnreadableFileError('it is not UTF-8');
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    if (cause instanceof UnreadableFileError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
    if (code === 'ENOENT') return undefined;
    throw new UnreadableFileError(code, { cause });
  }
}
