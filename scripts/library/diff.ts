import type { RunRecord } from '../../data/types/record.ts';
import type { Comparison } from '../../harness/compare/compare.ts';

/** Records of one version of a client, or a name as the verb `diff` takes it: `<client>@<version>`, `published/<file>`, `git:<revision>`, `report:<file>`. */
export type DiffSide = string | RunRecord | readonly RunRecord[];

export interface DiffOptions {
  /** The folder of the registry in which names are looked up; the current folder unless told. */
  root?: string;
  /** The folder of runs in which they are looked up too, relative to `root`; `runs` unless told. */
  runs?: string;
}

/**
 * Says what differs between two sides, in words: what `b` lost, shows otherwise and gained, and what only one has.
 *
 * Rejects with CommandError: `usage` for a name that is not known, and for records of several versions; `missing` where a
 * revision is not there; `input` where what was found is malformed, or the two have no run in common.
 */
export async function diff(a: DiffSide, b: DiffSide, options: DiffOptions = {}): Promise<Comparison> {
  const { compare } = await import('./comparing.ts');
  return compare(a, b, options);
}
