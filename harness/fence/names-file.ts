import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { canonicalHost } from './host.ts';

/** The variable of a client's environment that says where its processes write the hosts that they asked for. */
export const NAMES_VARIABLE = 'FENCE_NAMES';
/** Nobody writes to a longer file; one process may still end its last line beyond it. */
export const MAX_NAMES_BYTES = 64 * 1024;

/**
 * The hosts in a file of names. It lies where the client may write, so that it may be anything: whatever is no file, no
 * host, or too much is passed over.
 */
export function readNamesFile(file: string): string[] {
  const bytes = Buffer.alloc(MAX_NAMES_BYTES);
  let length = 0;
  try {
    // A pipe must not make us wait, a link must not lead us elsewhere.
    const source = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      if (fstatSync(source).isFile()) length = readSync(source, bytes);
    } finally {
      closeSync(source);
    }
  } catch {
    // No process has asked for anything.
  }
  return bytes
    .toString('latin1', 0, length)
    .split('\n')
    .flatMap((line) => canonicalHost(line) ?? []);
}
