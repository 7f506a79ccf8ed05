import Table from 'cli-table3';
import type { RunRecord } from '../../data/types/record.ts';
import { groupBy } from '../group-by.ts';
import type { Run } from '../plan/run.ts';
import type { Outcome } from '../run-plan.ts';

type Verdict = RunRecord['verdict'];

/** The verdict that a run had before, if it had one. */
export type Baseline = (run: Run) => Verdict | undefined;

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
  const differing = outcomes.filter((outcome) => differences(outcome, baseline).length > 0).length;
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
  return [short, ...differences(outcome, baseline).map((difference) => `DIFFERS, ${difference}`)].join('\n');
}

/** What is not as in the baseline: the short form, or a check that the short form does not show. */
function differences(outcome: Outcome, baseline: Baseline): string[] {
  const before = baseline(outcome.run);
  if (outcome.kind !== 'judged' || before === undefined) return [];
  const now = outcome.record.verdict;
  const changed = [...outcomesOf(before)].filter(([id, result]) => (outcomesOf(now).get(id) ?? result) !== result);
  return [
    ...(before.short === now.short ? [] : [`was: ${before.short}`]),
    ...changed.map(([id, result]) => `check ${id} was: ${result}`),
  ];
}

function outcomesOf({ checks }: Verdict): Map<string, string> {
  return new Map(checks.map(({ id, outcome }) => [id, outcome]));
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
