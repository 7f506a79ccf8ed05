import type { BaselineEntry } from '../../data/types/baseline.ts';
import type { ReportResult } from '../../data/types/report-line.ts';
import type { Baseline } from '../baseline/baseline.ts';
import { changedLines } from '../baseline/changes.ts';
import { entryOf } from '../baseline/entry.ts';
import { type Place, type Run, runPlace } from '../plan/run.ts';
import type { Outcome } from '../run-plan.ts';

/** How a run stands to the baseline; the words are explained in data/schema/report-line.schema.json. */
export type ReportStatus = ReportResult['status'];

/** What came of one run, and how that stands to the baseline. */
export interface RunResult {
  run: Run;
  capability: string;
  outcome: Outcome;
  /** What came of it when it was run alone once more, because it was not expected. */
  again?: Outcome;
  status: ReportStatus;
  /** What the baseline expects of it; absent where it expects nothing. */
  expected?: BaselineEntry;
  /** What is not as before, a line each, in the language of diff. */
  changes: string[];
}

/** What a probe hands to those who tell of it. */
export interface ProbeReport {
  client: string;
  clientVersion: string;
  /** What verdicts were held against, `data/baselines/my-client.json`; null where there was nothing. */
  baseline: string | null;
  /** In the order of the plan. */
  results: RunResult[];
  /** Entries of the baseline that no run of this plan could answer, `<config>/<server>-<transport>/<scenario>` each. */
  stale: string[];
  exitCode: number;
}

/** Outcomes held against a baseline, in their order. `capabilityOf` a scenario's id is what the scenario proves. */
export function resultsOf(
  outcomes: Outcome[],
  baseline: Baseline | undefined,
  capabilityOf: (scenario: string) => string,
): RunResult[] {
  return outcomes.map((outcome) => {
    const { run } = outcome;
    const again = outcome.kind === 'judged' ? outcome.again : undefined;
    const stands = standing(outcome, baseline);
    const expected = baseline?.expected(run);
    const known = { ...(again && { again }), ...(expected && { expected }) };
    return { run, capability: capabilityOf(run.scenario), outcome, ...known, ...stands };
  });
}

/** How an outcome stands to a baseline. One that is known to be flaky is that, whatever came of it. */
export function standing(outcome: Outcome, baseline: Baseline | undefined): Pick<RunResult, 'status' | 'changes'> {
  const expected = baseline?.expected(outcome.run);
  const isFlaky = expected?.knownFlaky !== undefined;
  if (outcome.kind === 'inconclusive') {
    if (outcome.inconclusive.reason === 'unsupported') return { status: 'unsupported', changes: [] };
    return { status: isFlaky ? 'flaky' : 'inconclusive', changes: [] };
  }
  if (expected === undefined) return { status: 'new', changes: [] };
  const changes = changedLines(expected, entryOf(outcome.record));
  if (isFlaky) return { status: 'flaky', changes };
  return { status: changes.length > 0 ? 'changed' : 'expected', changes };
}

/** The entries that were asked for and that no run answered, by their places. What a client does not support has no answer. */
export function staleOf(results: RunResult[], baseline: Baseline, isAsked: (place: Place) => boolean): string[] {
  const answered = new Set(results.filter(({ status }) => status !== 'unsupported').map(({ run }) => runPlace(run)));
  return baseline.entries
    .filter(isAsked)
    .map(runPlace)
    .filter((place) => !answered.has(place));
}

/** What a probe answers with: 3 when something was inconclusive, 1 when something is not as the baseline has it. */
export function answerOf({ results, stale }: Pick<ProbeReport, 'results' | 'stale'>): 0 | 1 | 3 {
  const has = (status: ReportStatus): boolean => results.some((result) => result.status === status);
  if (has('inconclusive')) return 3;
  return has('changed') || stale.length > 0 ? 1 : 0;
}
