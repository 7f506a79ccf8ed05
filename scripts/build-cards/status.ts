import type { VerifiedRecord } from '../../data/types/verified.ts';

/** What a client does of a capability; `null` where no record tells. */
export type Status = 'full' | 'partial' | 'unsupported' | null;

/** One check of one record. A result scenario's checks must all be met. */
export interface Check {
  id: string;
  level: 'must' | 'may';
  met: boolean;
}

/**
 * From verdicts to a status (docs/verdicts.md), over the records of one capability in the config `default`: full when
 * every check is met, unsupported when no `must` is, else partial. Other configs do not count.
 */
export function statusOf(records: VerifiedRecord[]): Status {
  const checks = records.filter(({ config }) => config === 'default').flatMap(checksOf);
  if (checks.length === 0) return null;
  if (checks.every(({ met }) => met)) return 'full';
  return checks.some(({ met, level }) => met && level === 'must') ? 'partial' : 'unsupported';
}

/** The checks of a record's verdict, of either kind. */
export function checksOf({ verdict }: VerifiedRecord): Check[] {
  return verdict.kind === 'fields'
    ? verdict.checks.map(({ id, outcome }) => ({ id, level: 'must', met: outcome === 'met' }))
    : verdict.checks.map(({ id, level, outcome }) => ({ id, level, met: outcome === 'met' }));
}

/** A status as a cell shows it. */
export function shownStatus(status: Status): string {
  return status === null ? '— not recorded' : `${glyphOf(status)} ${status}`;
}

/** A status as one character. */
export function glyphOf(status: Status): string {
  if (status === null) return '—';
  return { full: '●', partial: '◐', unsupported: '○' }[status];
}
