import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lives } from '../capture/claim.ts';
import { storing } from '../store-error.ts';
import { sayUntil } from './say-until.ts';

const LOOK_EVERY_MS = 100;
/** How long the folder of a dead process may stay before its watchdog is taken for dead too. */
const CLEANING_MS = 5000;

export interface ClaimOptions {
  /** What is installed, for people. */
  what: string;
  /** A folder of this process that is gone once nothing works for it any more, also where it was killed. */
  until: string;
  say: (line: string) => void;
  cancel: AbortSignal;
}

/**
 * Waits until no other process installs into `folder` and claims it; gives back how to release it. A claim is a file
 * beside the folder named after its process, and names that process's `until` folder: one whose process is gone counts
 * only while what that process started may still be writing. Throws HarnessError `store`, and what `cancel` was aborted
 * with.
 */
export async function claimFolder(
  folder: string,
  { what, until, say, cancel }: ClaimOptions,
): Promise<() => Promise<void>> {
  const mine = `${folder}.${process.pid}.claim`;
  const dying = new Map<string, number>();
  const release = (): Promise<void> => rm(mine, { force: true });
  let stopSaying: (() => void) | undefined;
  try {
    for (;;) {
      cancel.throwIfAborted();
      // Before anyone looks for others: of two that begin together, at most one goes on.
      await storing(`claim ${folder}`, () => writeFile(mine, until));
      const other = await otherClaim(folder, dying);
      if (other === undefined) return release;
      await release();
      stopSaying ??= sayThatWaits(other, what, say);
      // Two that always looked at the same time would wait for each other.
      await delay(LOOK_EVERY_MS * (1 + Math.random()), undefined, { signal: cancel }).catch(() => undefined);
    }
  } catch (error) {
    await release();
    throw error;
  } finally {
    stopSaying?.();
  }
}

function sayThatWaits({ pid, path }: Claim, what: string, say: (line: string) => void): () => void {
  const line = `waiting for process ${pid}, which installs ${what} too`;
  return sayUntil(line, `still ${line}; if that process is no probe, remove ${path}`, say);
}

interface Claim {
  pid: number;
  path: string;
}

/** The first claim of another process that counts; those that count for nothing are removed. */
async function otherClaim(folder: string, dying: Map<string, number>): Promise<Claim | undefined> {
  const [above, start] = [dirname(folder), `${basename(folder)}.`];
  for (const name of await storing(`read ${above}`, () => readdir(above))) {
    const pid = Number(/^(\d+)\.claim$/.exec(name.startsWith(start) ? name.slice(start.length) : '')?.[1]);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const path = join(above, name);
    if (lives(pid) || (await isDying(path, dying))) return { pid, path };
    await rm(path, { force: true });
  }
  return undefined;
}

async function isDying(path: string, dying: Map<string, number>): Promise<boolean> {
  const until = await readFile(path, 'utf8').catch(() => '');
  if (until === '' || !existsSync(until)) return false;
  const since = dying.get(path) ?? performance.now();
  dying.set(path, since);
  return performance.now() - since < CLEANING_MS;
}
