import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { isAlive, markOf, type ProcessMark } from './process-life.ts';

/** How often, and how far apart in milliseconds, another process is waited for (the original client's figures). */
const TRIES = 240;
const PAUSE_MS = 500;

/**
 * Keeps processes that share one home from connecting to their servers at the same time. It is advice: after two minutes,
 * and where the folder cannot be written, work goes on without it. The lock of a process that is gone is taken over at
 * once.
 *
 * @param signal ends the waiting
 * @returns gives the lock back; the end of the process does so too
 */
export async function lockDiscovery(home: string, clock: Clock, signal?: AbortSignal): Promise<() => void> {
  const path = join(home, '.mcp-discovery.lock');
  for (let tries = 0; tries < TRIES; tries++) {
    if (signal?.aborted) break;
    const outcome = tryLock(path);
    if (outcome === 'locked') return keep(path);
    if (outcome === 'impossible') break;
    await clock.sleep(PAUSE_MS, signal);
  }
  return () => undefined;
}

function keep(path: string): () => void {
  const release = () => {
    process.off('exit', release);
    if (ownerOf(path)?.pid === process.pid) remove(path);
  };
  process.once('exit', release);
  return release;
}

/** A lock appears whole, by a link to a finished file: nobody ever reads half of one. */
function tryLock(path: string): 'locked' | 'held' | 'impossible' {
  const mine = `${path}.${process.pid}`;
  try {
    writeFileSync(mine, JSON.stringify(markOf(process.pid)), { mode: 0o600 });
    try {
      linkSync(mine, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return 'impossible';
      const owner = ownerOf(path);
      if (owner !== undefined && isAlive(owner)) return 'held';
      return takeOver(path, mine, owner) ? 'locked' : 'held';
    }
    return 'locked';
  } catch {
    return 'impossible';
  } finally {
    remove(mine);
  }
}

/** Whoever moves the dead lock away first gets the place; a lock that was moved away by mistake is put back. */
function takeOver(path: string, mine: string, dead: ProcessMark | undefined): boolean {
  const aside = `${mine}.dead`;
  try {
    renameSync(path, aside);
    if (ownerOf(aside)?.pid !== dead?.pid) {
      linkSync(aside, path);
      return false;
    }
    linkSync(mine, path);
    return true;
  } catch {
    return false;
  } finally {
    remove(aside);
  }
}

/** Undefined when there is no lock, or the file is none. */
function ownerOf(path: string): ProcessMark | undefined {
  try {
    const { pid, start } = JSON.parse(readFileSync(path, 'utf8')) as Partial<ProcessMark>;
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
    return typeof start === 'string' ? { pid, start } : { pid };
  } catch {
    return undefined;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It is gone, or cannot be removed; the next process finds out that its owner is.
  }
}
