import { closeSync, copyFileSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { type SpawnEntry, toLine } from './entry.ts';
import { appendToLedger, parseLedger } from './ledger.ts';

/** A file that was begun so long ago, in milliseconds, was left by a client that died over it. */
const ABANDONED_MS = 60_000;

/**
 * Replaces the ledger by one of the entries that `keep` lets pass, in one step; a ledger with unreadable lines is kept as
 * `.corrupt`. The file in which the new one is written is also the lock: there is one at a time, and who finds it leaves
 * the work to its maker. Throws the error of the file system.
 */
export function pruneLedger(path: string, keep: (entry: SpawnEntry) => boolean): void {
  const beside = `${path}.new`;
  const fresh = begin(beside);
  if (fresh === undefined) return;
  let old: number | undefined;
  try {
    // Only now: while that file is there, nobody else replaces the ledger.
    old = openSync(path, 'r');
    const { entries, corrupt } = parseLedger(readFileSync(old, 'utf8'));
    if (corrupt) copyFileSync(path, `${path}.corrupt`);
    writeSync(
      fresh,
      entries
        .filter((entry) => keep(entry))
        .map(toLine)
        .join(''),
    );
    renameSync(beside, path);
    // What was appended to the old file after it was read; whoever comes later sees that the file is another.
    const late = readFileSync(old, 'utf8');
    if (late !== '') appendToLedger(path, late);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  } finally {
    closeSync(fresh);
    if (old !== undefined) closeSync(old);
  }
}

function begin(path: string): number | undefined {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const begun = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - begun > ABANDONED_MS) rmSync(path, { force: true });
    return undefined;
  }
}
