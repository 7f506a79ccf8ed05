import type { Clock } from '../clock.ts';

interface Sleeper {
  until: number;
  wake: () => void;
}

export interface FakeClock extends Clock {
  /** Lets time pass: wakes whoever sleeps, in order, and lets each act before the next wakes. */
  advance(seconds: number): Promise<void>;
  /** Lets everybody act who need not wait for time. */
  settle(): Promise<void>;
  /** How many sleep now. */
  sleeping(): number;
}

/** A clock that stands still until it is told. `random` gives 0.5, so that jitter is nothing. */
export function createFakeClock(random = () => 0.5): FakeClock {
  let time = 1_000_000;
  const sleepers = new Set<Sleeper>();

  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const sleeper: Sleeper = {
        until: time + ms,
        wake() {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', sleeper.wake);
          resolve();
        },
      };
      sleepers.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake);
    });

  async function settle(): Promise<void> {
    for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => setImmediate(resolve));
  }

  return {
    now: () => time,
    sleep,
    rest: sleep,
    random,
    settle,
    sleeping: () => sleepers.size,
    async advance(seconds) {
      const end = time + seconds * 1000;
      for (;;) {
        await settle();
        const [first] = [...sleepers].sort((one, other) => one.until - other.until);
        if (first === undefined || first.until > end) break;
        time = first.until;
        first.wake();
      }
      time = end;
      await settle();
    },
  };
}
