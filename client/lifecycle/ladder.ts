import type { Clock } from './clock.ts';

/** Seconds before each further attempt of a server that has never been connected (the original client's figures). */
export const FIRST_PAUSES: readonly number[] = [1, 2, 4];
/** The same for one that has been. */
export const RECONNECT_PAUSES: readonly number[] = [1, 2, 4, 8, 16];
/** One attempt and no more: what a server gets that is parked and was connected before. */
export const NO_PAUSES: readonly number[] = [];

/** Many clients that lost one server must not come back all at once. */
const JITTER = 0.2;

/**
 * Milliseconds before the attempt after so many `failures`, give or take a fifth; undefined when there is none.
 *
 * @param asked how long the server wants to be left alone, in milliseconds; it has the longest of the pauses at most
 */
export function pauseAfter(failures: number, pauses: readonly number[], clock: Clock, asked = 0): number | undefined {
  const seconds = failures === 0 ? 0 : pauses[failures - 1];
  if (seconds === undefined) return undefined;
  const granted = Math.min(asked, 1000 * Math.max(0, ...pauses));
  return Math.max(granted, seconds * 1000 * (1 - JITTER + 2 * JITTER * clock.random()));
}
