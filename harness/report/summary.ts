import Table from 'cli-table3';
import { changedLines } from '../baseline/changes.ts';
import { entryOf } from '../baseline/entry.ts';
import { groupBy } from '../group-by.ts';
import type { Run } from '../plan/run.ts';
import type { Outcome } from '../run-plan.ts';
import type { ProbeReport, ReportStatus, RunResult } from './results.ts';

type Told = Pick<ProbeReport, 'baseline' | 'results' | 'stale'>;

/**
 * A table of scenario × verdict for a terminal: runs with the same verdict share a row, and what is not as the baseline has
 * it stands below. Then what was not run, and how many there were of each kind.
 */
export function summarise(told: Told, notApplicable: Run[], width: number): string {
  const absent = notApplicable.map((run) => `not applicable: ${cell(run)} ${run.scenario}\n`);
  const stale = told.stale.map((place) => `STALE, no run answers it any more: ${place}\n`);
  return `${table(told.results, width)}\n${[...absent, ...stale].join('')}${counts(told)}\n`;
}

function table(results: RunResult[], width: number): string {
  const made = new Table({
    head: ['Scenario', 'Runs', 'Verdict'],
    colWidths: columnWidths(width),
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const [scenario, group] of groupBy(results, ({ run }) => run.scenario)) {
    for (const [verdict, same] of groupBy(group, resultText)) {
      const runs =
        same.length === group.length && group.length > 1
          ? `all ${group.length}`
          : same.map(({ run }) => cell(run)).join(' ');
      made.push([scenario.replace('tools.result.', ''), runs, verdict]);
    }
  }
  return made.toString();
}

function counts({ baseline, results, stale }: Told): string {
  const count = (...statuses: ReportStatus[]): number =>
    results.filter(({ status }) => statuses.includes(status)).length;
  const judged = results.filter(({ outcome }) => outcome.kind === 'judged').length;
  const told = [`${judged} records`, `${count('inconclusive')} inconclusive`];
  if (baseline !== null) told.push(`${count('changed')} differ from ${baseline}`);
  const more: [number, string][] = [
    [baseline === null ? 0 : count('new'), 'new'],
    [stale.length, 'stale'],
    [count('flaky'), 'known to be flaky'],
    [count('unsupported'), 'unsupported by the client'],
  ];
  for (const [number, what] of more) if (number > 0) told.push(`${number} ${what}`);
  return told.join(', ');
}

const MARKS: Partial<Record<ReportStatus, string>> = { changed: 'CHANGED', flaky: 'FLAKY' };

function resultText({ outcome, status, changes, again }: RunResult): string {
  const mark = MARKS[status];
  const lines = changes.map((change) => `${mark}, ${change}`);
  if (status === 'flaky' && changes.length === 0) lines.push('FLAKY, known to be');
  return [outcomeText(outcome), ...lines, ...againText(outcome, again)].join('\n');
}

/** What came of a run, on one line. */
export function outcomeText(outcome: Outcome): string {
  if (outcome.kind === 'judged') return outcome.record.verdict.short;
  return `INCONCLUSIVE ${outcome.inconclusive.reason}: ${outcome.inconclusive.detail}`;
}

/** What the second run of an unexpected verdict came to. */
export function againText(outcome: Outcome, again: Outcome | undefined): string[] {
  if (again === undefined) return [];
  if (outcome.kind !== 'judged' || again.kind !== 'judged') return [`UNSTEADY, alone: ${outcomeText(again)}`];
  const changes = changedLines(entryOf(outcome.record), entryOf(again.record));
  if (changes.length === 0) return ['alone: the same'];
  return [`UNSTEADY, alone: ${outcomeText(again)}`, ...changes.map((change) => `  ${change}`)];
}

function cell({ config, transport }: Run): string {
  return `${config}/${transport}`;
}

function columnWidths(width: number): number[] {
  const scenario = 20;
  const runs = 24;
  // Three columns have four borders between and around them.
  return [scenario, runs, Math.max(40, width - scenario - runs - 4)];
}
