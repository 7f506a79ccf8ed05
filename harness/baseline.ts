import type { RunRecord } from '../data/types/record.ts';
import type { Run } from './plan/run.ts';
import type { Outcome } from './run-plan.ts';

type Verdict = RunRecord['verdict'];

/** What verdicts are held against. */
export interface Baseline {
  /** What it is called: `the baseline`. */
  name: string;
  /** The verdict that a run had before, if it had one. */
  before: (run: Run) => Verdict | undefined;
}

/** What the verdict of a run has that the one before has not; nothing where there is none of either. */
export function differencesOf(outcome: Outcome, { before }: Baseline): string[] {
  const verdict = outcome.kind === 'judged' ? before(outcome.run) : undefined;
  return outcome.kind !== 'judged' || verdict === undefined ? [] : differences(verdict, outcome.record.verdict);
}

/**
 * What of a verdict is not as it was before: the short form, a check, or a detail that neither shows. Where in the
 * evidence something was seen is no part of it.
 */
export function differences(before: Verdict, now: Verdict): string[] {
  const was = outcomesOf(before);
  const changed = [...outcomesOf(now)].filter(([id, outcome]) => (was.get(id) ?? outcome) !== outcome);
  const told = [
    ...(before.short === now.short ? [] : [`was: ${before.short}`]),
    ...changed.map(([id]) => `check ${id} was: ${was.get(id)}`),
  ];
  if (told.length > 0 || detailsOf(before) === detailsOf(now)) return told;
  return [`was, in detail: ${detailsOf(before)}`];
}

function outcomesOf({ checks }: Verdict): Map<string, string> {
  return new Map(checks.map(({ id, outcome }) => [id, outcome]));
}

function detailsOf(verdict: Verdict): string {
  if (verdict.kind === 'behaviour') return verdict.status;
  const { fields, order, said } = verdict;
  return JSON.stringify({
    fields: fields.map(({ as, count, field, parts }) => [field, parts, as, count]),
    order,
    said,
  });
}
