import type { RequestId } from '../frame.ts';

/** So often in a row may the engine fail to resume a stream; it asks no third time. */
const TRIES = 2;

/**
 * Where the stream that answers a request broke off, and how resuming it goes. Requests of a connection are serialised,
 * so only the last such stream is remembered; the listening stream is the engine's own matter.
 */
export interface Resumption {
  /** The stream that answers this request may be resumed after the event with this id. */
  saw(asked: RequestId, eventId: string): void;
  /** The request whose stream ended with the event of this id. */
  askedBefore(eventId: string | undefined): RequestId | undefined;
  /** Resuming failed. Answers whether that was the last try. */
  failed(): boolean;
}

/** Nothing to resume yet. */
export function createResumption(): Resumption {
  let last: { asked: RequestId; eventId: string; failures: number } | undefined;
  return {
    saw(asked, eventId) {
      last = { asked, eventId, failures: 0 };
    },
    askedBefore: (eventId) => (eventId !== undefined && last?.eventId === eventId ? last.asked : undefined),
    failed() {
      if (last === undefined) return true;
      last.failures += 1;
      return last.failures >= TRIES;
    },
  };
}
