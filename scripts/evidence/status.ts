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
 * From checks to a status (docs/verdicts.md), over all that count for a capability in the config `default`: full when every
 * one is met, unsupported when no `must` is, else partial. null where there is none.
 */
export function statusOf(checks: Pick<Check, 'level' | 'met'>[]): ProbedStatus | null {
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
