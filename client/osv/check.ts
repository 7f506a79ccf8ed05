import { setTimeout as wait } from 'node:timers/promises';
import type { OsvCheck } from '../config/osv-check.ts';
import type { Package } from './packages.ts';
import { askForMalware } from './query.ts';

/** How long one request may take, and the whole check around it, in milliseconds (the original client's figures). */
const LIMITS = { request: 10_000, wall: 12_000 };
/** Verdicts that are kept. */
const MAX_VERDICTS = 256;

export interface CheckOptions {
  ask?: typeof askForMalware;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
  limits?: typeof LIMITS;
}

/** Answers with the ids of the advisories that call a package malware; with none when that cannot be found out. */
export type MalwareCheck = (
  wanted: Package,
  settings: OsvCheck & { environment: NodeJS.ProcessEnv; signal?: AbortSignal | undefined },
) => Promise<string[]>;

/** A check with a memory of its own. What could not be found out is not remembered. */
export function createMalwareCheck({
  ask = askForMalware,
  now = () => performance.now(),
  limits = LIMITS,
}: CheckOptions = {}): MalwareCheck {
  const verdicts = new Map<string, { ids: string[]; until: number }>();
  return async (wanted, { endpoint, cacheSeconds, environment, signal }) => {
    const key = JSON.stringify([endpoint, wanted.ecosystem, wanted.name, wanted.version]);
    const known = verdicts.get(key);
    if (known !== undefined && now() < known.until) return known.ids;
    verdicts.delete(key);
    const over = new AbortController();
    const ends = [over.signal, AbortSignal.timeout(limits.request), ...(signal === undefined ? [] : [signal])];
    try {
      const ids = await Promise.race([
        ask(wanted, { endpoint, environment, signal: AbortSignal.any(ends) }),
        wait(limits.wall, undefined, { signal: over.signal }),
      ]);
      if (ids === undefined) return [];
      verdicts.set(key, { ids, until: now() + cacheSeconds * 1000 });
      const [oldest = ''] = verdicts.keys();
      if (verdicts.size > MAX_VERDICTS) verdicts.delete(oldest);
      return ids;
    } catch {
      // A database that cannot be asked must not keep anybody from working.
      return [];
    } finally {
      over.abort();
    }
  };
}
