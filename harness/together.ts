import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';

/** What the pieces of work that run together share. */
interface Shared {
  /** Does a piece of work when its turn comes. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Fires when the rest is to stop. */
  cancel: AbortSignal;
  /** Work without which the rest is to stop too, though its result is no answer of its own. */
  vital: <T>(work: Promise<T>) => Promise<T>;
}

/**
 * Does work, `jobs` pieces at once, and gives the results in order. When `cancelled` fires, or one piece fails, no further
 * piece begins, the others are told through `cancel`, and what stopped it is thrown once all of them have ended.
 */
export async function together<T>(
  jobs: number,
  cancelled: AbortSignal,
  begin: (shared: Shared) => Promise<T>[],
): Promise<T[]> {
  const stop = new AbortController();
  const cancel = AbortSignal.any([cancelled, stop.signal]);
  // One listener a running client; Node warns at eleven.
  setMaxListeners(0, cancel);
  const limit = pLimit(jobs);
  const vital = <R>(work: Promise<R>): Promise<R> => {
    work.catch((error: unknown) => stop.abort(error));
    return work;
  };
  const inTurn = <R>(work: () => Promise<R>): Promise<R> =>
    limit(() => {
      cancel.throwIfAborted();
      return work();
    });
  const ended = await Promise.allSettled(begin({ inTurn, cancel, vital }).map(vital));
  cancel.throwIfAborted();
  return ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}
