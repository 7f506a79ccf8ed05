import { closeSync, constants, fstatSync, openSync, renameSync, type Stats, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readText, UnreadableFileError } from '../../../home/read-text.ts';
import { fromLine, type SpawnEntry } from './entry.ts';

/** A larger file is no ledger of ours: it is pruned long before. In bytes. */
const MAX_BYTES = 1024 * 1024;
/** How often an appended line is put again because the file was replaced meanwhile. */
const TRIES = 5;

/** What stands in the ledger. */
export interface Ledger {
  entries: SpawnEntry[];
  /** Some of it cannot be read: the lines that can are kept, and the file is kept beside for people. */
  corrupt: boolean;
}

/** The ledger of the servers that the clients of one home have started: one line of JSON for each, the newest last. */
export function ledgerPath(home: string): string {
  return join(home, 'spawn-ledger.json');
}

/** Reads the ledger; what is no text at all is moved to `.corrupt`. Throws the error of the file system. */
export function readLedger(path: string): Ledger {
  try {
    return parseLedger(readText(path, MAX_BYTES) ?? '');
  } catch (error) {
    if (!(error instanceof UnreadableFileError) || !statSync(path).isFile()) throw error;
    renameSync(path, `${path}.corrupt`);
    return { entries: [], corrupt: false };
  }
}

export function parseLedger(text: string): Ledger {
  const lines = text.split('\n').filter((line) => line !== '');
  const entries = lines.map(fromLine).filter((entry) => entry !== undefined);
  return { entries, corrupt: entries.length < lines.length };
}

/**
 * Appends to the ledger without waiting for anybody: the system puts the bytes of two clients one after the other. Who
 * prunes replaces the file, and takes along what came before that; so it is enough to look afterwards whether this is
 * still the file. Throws the error of the file system.
 *
 * @returns the size of the file before and after, in bytes
 */
export function appendToLedger(path: string, text: string): { before: number; after: number } {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
  for (let tries = 1; ; tries += 1) {
    const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600);
    try {
      const before = fstatSync(file);
      if (!before.isFile()) throw new Error('Expected the ledger of spawns to be a plain file');
      writeSync(file, text);
      const after = fstatSync(file);
      if (tries === TRIES || isSame(after, statSync(path, { throwIfNoEntry: false })))
        return { before: before.size, after: after.size };
    } finally {
      closeSync(file);
    }
  }
}

function isSame(one: Stats, other: Stats | undefined): boolean {
  return one.ino === other?.ino && one.dev === other.dev;
}
