import { setTimeout as wait } from 'node:timers/promises';

/** All that the life of a server knows of time; tests bring their own. */
export interface Clock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Resolves after `ms` milliseconds, or when `signal` aborts. Keeps the process alive. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** The same, without keeping the process alive: for work that nobody waits for. */
  rest(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to 1, 1 itself left out. */
  random(): number;
}

/** A timer cannot hold more. */
const LONGEST_MS = 2 ** 31 - 1;

async function pause(ms: number, signal: AbortSignal | undefined, ref: boolean): Promise<void> {
  const length = Math.min(Math.max(ms, 0), LONGEST_MS);
  await wait(length, undefined, { ref, ...(signal && { signal }) }).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
  });
}

/** The time of this machine. */
export const realClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => pause(ms, signal, true),
  rest: (ms, signal) => pause(ms, signal, false),
  random: () => Math.random(),
};
