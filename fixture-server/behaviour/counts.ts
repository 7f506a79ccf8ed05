import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** How often each rule was meant, the present time included. */
export interface Counts {
  next(rule: number): number;
}

export function memoryCounts(before: Iterable<number> = []): Counts {
  const counts = new Map<number, number>();
  const next = (rule: number): number => {
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    return count;
  };
  for (const rule of before) next(rule);
  return { next };
}

/** Counts that a process takes over from the one before it: a line a time, written before anything follows from it. */
export function fileCounts(path: string): Counts {
  const before = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean).map(Number) : [];
  const counts = memoryCounts(before);
  return {
    next(rule) {
      appendFileSync(path, `${rule}\n`);
      return counts.next(rule);
    },
  };
}
