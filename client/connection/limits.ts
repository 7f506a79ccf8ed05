/** The largest message that is read from a server, in bytes: a line on stdio, a JSON body, one event of a stream. */
export const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

/** A bound on one request: how long, and which key of the entry says so, if one does. */
export interface Limit {
  seconds: number;
  key?: 'timeout' | 'connect_timeout';
}

/**
 * A limit for the engine's timer, in milliseconds. A delay that a timer cannot hold would fire at once, so it is cut.
 */
export function toMilliseconds({ seconds }: Limit): number {
  return Math.min(Math.max(Math.ceil(seconds * 1000), 1), 2 ** 31 - 1);
}
