import type { Clock } from './clock.ts';

const FIRST_MS = 30_000;
const LONGEST_MS = 600_000;

/** Keeps later passes of discovery from asking a server again that has just failed. */
export interface Cooldown {
  /** Whether the server is to be left alone for now. */
  holds(server: string): boolean;
  /** It failed: 30 seconds after the first time, twice as long after each further one, at most 10 minutes. */
  failed(server: string): void;
  succeeded(server: string): void;
}

/** No server has failed yet. */
export function createCooldown({ now }: Pick<Clock, 'now'>): Cooldown {
  const failed = new Map<string, { times: number; until: number }>();
  return {
    holds: (server) => now() < (failed.get(server)?.until ?? 0),
    failed(server) {
      const times = (failed.get(server)?.times ?? 0) + 1;
      failed.set(server, { times, until: now() + Math.min(FIRST_MS * 2 ** (times - 1), LONGEST_MS) });
    },
    succeeded: (server) => void failed.delete(server),
  };
}
