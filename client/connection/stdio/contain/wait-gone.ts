import { setTimeout as wait } from 'node:timers/promises';

/**
 * Looks until `isGone` says yes, at growing intervals.
 *
 * @param limit milliseconds after which it is given up
 * @returns the last look
 */
export async function waitGone(isGone: () => boolean, limit: number): Promise<boolean> {
  const deadline = performance.now() + limit;
  for (let pause = 5; ; pause = Math.min(pause * 2, 50)) {
    if (isGone()) return true;
    if (performance.now() >= deadline) return false;
    await wait(pause);
  }
}
