import Table from 'cli-table3';
import { type Baseline, differences, differencesOf } from '../baseline.ts';
import { groupBy } from '../group-by.ts';
import type { Run } from '../plan/run.ts';
import type { Outcome } from '../run-plan.ts';

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
  const differing = outcomes.filter((outcome) => differencesOf(outcome, baseline).length > 0).length;
  const judged = outcomes.length - inconclusive - unsupported;
  const counts = [`${judged} records`, `${inconclusive} inconclusive`, `${differing} differ from ${baseline.name}`];
  if (unsupported > 0) counts.push(`${unsupported} unsupported by the client`);
  const absent = notApplicable.map((run) => `not applicable: ${cell(run)} ${run.scenario}\n`).join('');
  return {
    text: `${table.toString()}\n${absent}${counts.join(', ')}\n`,
    judged,
    inconclusive,
    unsupported,
    differing,
  };
}

function verdictText(outcome: Outcome, baseline: Baseline): string {
  if (outcome.kind === 'inconclusive')
    return `INCONCLUSIVE ${outcome.inconclusive.reason}: ${outcome.inconclusive.detail}`;
  const changes = differencesOf(outcome, baseline).map((difference) => `DIFFERS, ${difference}`);
  return [outcome.record.verdict.short, ...changes, ...againText(outcome)].join('\n');
}

/** What the second run of an unexpected verdict came to. */
function againText({ record, again }: Extract<Outcome, { kind: 'judged' }>): string[] {
  if (again === undefined) return [];
  if (again.kind === 'inconclusive') return [`UNSTEADY, alone: ${verdictText(again, NOTHING)}`];
  const changes = differences(record.verdict, again.record.verdict);
  if (changes.length === 0) return ['alone: the same'];
  return [`UNSTEADY, alone: ${again.record.verdict.short}`, ...changes.map((change) => `  ${change}`)];
}

const NOTHING: Baseline = { name: 'nothing', before: () => undefined };

function cell({ config, transport }: Run): string {
  return `${config}/${transport}`;
}

function columnWidths(width: number): number[] {
  const scenario = 20;
  const runs = 24;
  // Three columns have four borders between and around them.
  return [scenario, runs, Math.max(40, width - scenario - runs - 4)];
}
