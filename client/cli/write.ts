import type { Writable } from 'node:stream';
import { CliError } from './error.ts';

/**
 * Resolves when the text has left the process. A reader that has gone away (`hermes … | head`) is no error of this
 * program; an answer that could not be kept, on a full disk for example, is.
 *
 * @throws CliError `output`
 */
export function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
      if (error === undefined || error === null || code === 'EPIPE') resolve();
      else reject(new CliError('output', `Cannot write the answer (${code})`, { cause: error }));
    });
  });
}
