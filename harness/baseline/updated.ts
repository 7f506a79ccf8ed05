import type { BaselineEntry, VerdictBaseline } from '../../data/types/baseline.ts';
import { runPlace } from '../plan/run.ts';
import type { ProbeReport } from '../report/results.ts';
import { entryOf } from './entry.ts';

/**
 * The entries after a probe, in the order of their places: those of the runs just made are new, those that no run could
 * answer are gone, everything else is as before. What is known to be flaky stays so.
 */
export function updatedBaseline(
  { client, clientVersion, results, stale }: Pick<ProbeReport, 'client' | 'clientVersion' | 'results' | 'stale'>,
  before: BaselineEntry[],
): VerdictBaseline {
  const entries = new Map(before.map((entry) => [runPlace(entry), entry]));
  for (const { outcome } of results) {
    if (outcome.kind !== 'judged') continue;
    const place = runPlace(outcome.run);
    const knownFlaky = entries.get(place)?.knownFlaky;
    entries.set(place, { ...entryOf(outcome.record), ...(knownFlaky && { knownFlaky }) });
  }
  for (const place of stale) entries.delete(place);
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return { client, clientVersion, entries: sorted.map(([, entry]) => entry) };
}
