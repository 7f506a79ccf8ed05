import Table from 'cli-table3';
import type { Run } from '../plan/run.ts';
import type { Outcome } from '../run-plan.ts';

/** The short form of the verdict that a run had before, if it had one. */
export type Baseline = (run: Run) => string | undefined;

export interface Summary {
  text: string;
  judged: number;
  inconclusive: number;
  /** Runs whose client said that it does not support what was asked; reported and not counted. */
  unsupported: number;
  differing: number;
}

/** A table of scenario × verdict: runs with the same verdict share a row, and what differs from the baseline says so. */
export function summarise(outcomes: Outcome[], notApplicable: Run[], baseline: Baseline, width: number): Summary {
  const columns = columnWidths(width);
  const table = new Table({
    head: ['Scenario', 'Runs', 'Verdict'],
    colWidths: columns,
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const [scenario, group] of groupBy(outcomes, ({ run }) => run.scenario)) {
    for (const [verdict, same] of groupBy(group, (outcome) => verdictText(outcome, baseline))) {
      const runs =
        same.length === group.length && group.length > 1
          ? `all ${group.length}`
          : same.map(({ run }) => cell(run)).join(' ');
      table.push([scenario.replace('tools.result.', ''), runs, verdict]);
    }
  }
  const unsupported = outcomes.filter(
    (outcome) => outcome.kind === 'inconclusive' && outcome.inconclusive.reason === 'unsupported',
  ).length;
  const inconclusive = outcomes.filter(({ kind }) => kind === 'inconclusive').length - unsupported;
  const differing = outcomes.filter((outcome) => differs(outcome, baseline)).length;
  const judged = outcomes.length - inconclusive - unsupported;
  const counts = [`${judged} records`, `${inconclusive} inconclusive`, `${differing} differ from the baseline`];
  if (unsupported > 0) counts.push(`${unsupported} unsupported by the client`);
  const absent = notApplicable.map((run) => `not applicable: ${cell(run)} ${run.scenario}\n`).join('');
  return { text: `${table.toString()}\n${absent}${counts.join(', ')}\n`, judged, inconclusive, unsupported, differing };
}

function verdictText(outcome: Outcome, baseline: Baseline): string {
  if (outcome.kind === 'inconclusive')
    return `INCONCLUSIVE ${outcome.inconclusive.reason}: ${outcome.inconclusive.detail}`;
  const { short } = outcome.record.verdict;
  return differs(outcome, baseline) ? `${short}\nDIFFERS, was: ${baseline(outcome.run) ?? ''}` : short;
}

function differs(outcome: Outcome, baseline: Baseline): boolean {
  const before = baseline(outcome.run);
  return outcome.kind === 'judged' && before !== undefined && before !== outcome.record.verdict.short;
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

function groupBy<T>(items: T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}
