import type { VerifiedRecord } from '../../data/types/verified.ts';

/** What the runs of a version show of a capability. */
export type ProbedStatus = 'full' | 'partial' | 'unsupported';

/** One check of one record. A result scenario's checks must all be met. */
export interface Check {
  id: string;
  level: 'must' | 'may';
  met: boolean;
}

/** The config whose runs decide a status: the client as it is without any setting. */
export const DEFAULT_CONFIG = 'default';

/**
 * From verdicts to a status (docs/verdicts.md), over the records of one capability in the config `default`: full when
 * every check is met, unsupported when no `must` is, else partial. Other configs do not count; null where no record tells.
 */
export function statusOf(records: Pick<VerifiedRecord, 'config' | 'verdict'>[]): ProbedStatus | null {
  const checks = records.filter(({ config }) => config === DEFAULT_CONFIG).flatMap(checksOf);
  if (checks.length === 0) return null;
  if (checks.every(({ met }) => met)) return 'full';
  return checks.some(({ met, level }) => met && level === 'must') ? 'partial' : 'unsupported';
}

/** The checks of a record's verdict, of either kind. */
export function checksOf({ verdict }: Pick<VerifiedRecord, 'verdict'>): Check[] {
  return verdict.kind === 'fields'
    ? verdict.checks.map(({ id, outcome }) => ({ id, level: 'must', met: outcome === 'met' }))
    : verdict.checks.map(({ id, level, outcome }) => ({ id, level, met: outcome === 'met' }));
}
