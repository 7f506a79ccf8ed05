import { setTimeout as wait } from 'node:timers/promises';

/** How long the first request waits for the server to open or refuse the listening stream, in milliseconds. */
const PATIENCE_MS = 2000;

/**
 * The stream that the engine opens by GET once the server has taken `notifications/initialized`. The first request
 * waits until the server has answered that GET: then no notification falls between the two, and the exchanges have the
 * same order every time.
 */
export interface Listening {
  /** The server has taken `notifications/initialized`: a GET will follow. */
  expect(): void;
  /** The GET has been answered, or has failed. */
  answered(): void;
  /** Resolves when there is nothing to wait for, or patience is over. */
  settled(): Promise<void>;
}

/** The gate of one connection. */
export function createListening(): Listening {
  let open: (() => void) | undefined;
  let gate: Promise<void> = Promise.resolve();
  return {
    expect() {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    answered: () => open?.(),
    async settled() {
      const over = new AbortController();
      const patience = wait(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([gate, patience]);
      over.abort();
    },
  };
}
