import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 24 * 60 * 60 * 1000;
const pruned = new Set<string>();

/**
 * Deletes spilled results older than 24 hours from a folder, once a process. What cannot be deleted stays: it is a cache,
 * and no reason for a call to fail.
 */
export function pruneOnce(folder: string, now: number = Date.now()): void {
  if (pruned.has(folder)) return;
  pruned.add(folder);
  for (const name of attempt(() => readdirSync(folder)) ?? []) {
    const path = join(folder, name);
    if (name.endsWith('.txt') && isOld(path, now)) attempt(() => rmSync(path));
  }
}

function isOld(path: string, now: number): boolean {
  const modified = attempt(() => statSync(path).mtimeMs);
  return modified !== undefined && now - modified > DAY_MS;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
