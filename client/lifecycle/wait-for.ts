import type { Clock } from './clock.ts';

/**
 * What `promise` gives, or undefined when `ms` milliseconds are over or `signal` aborts before. The promise runs on; its
 * late value or error is dropped.
 */
export async function waitFor<T>(
  clock: Clock,
  ms: number,
  promise: Promise<T>,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const over = new AbortController();
  const leave = () => over.abort();
  signal?.addEventListener('abort', leave);
  if (signal?.aborted) leave();
  try {
    return await Promise.race([promise, clock.sleep(ms, over.signal).then(() => undefined)]);
  } finally {
    signal?.removeEventListener('abort', leave);
    over.abort();
  }
}
