import type { BaselineEntry } from '../../data/types/baseline.ts';
import { type Run, runPlace } from '../plan/run.ts';

/** What verdicts are held against. */
export interface Baseline {
  /** What it is called: `data/baselines/my-client.json`. */
  name: string;
  entries: BaselineEntry[];
  /** What a run is expected to give, if anything is. */
  expected: (run: Run) => BaselineEntry | undefined;
}

/** A baseline of these entries. */
export function baselineOf(name: string, entries: BaselineEntry[]): Baseline {
  const byPlace = new Map(entries.map((entry) => [runPlace(entry), entry]));
  return { name, entries, expected: (run) => byPlace.get(runPlace(run)) };
}
