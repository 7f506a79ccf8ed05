import { differenceText } from '../../harness/compare/compare.ts';
import { groupBy } from '../../harness/group-by.ts';
import type { RunResult } from '../../harness/report/results.ts';
import { againText, outcomeText } from '../../harness/report/summary.ts';
import { runOf, shortName } from '../evidence/names.ts';

/** Runs of a scenario of which the same is to be told. */
export interface Told {
  scenario: string;
  runs: string[];
  /** What came of them. */
  verdict: string;
  /** What is not as before, a line each. */
  changes: string[];
  /** What came of it when they were run alone once more, a line each. */
  again: string[];
}

/** What there is to tell of `results`: those in which something was lost first, else in the order of the plan. */
export function tell(results: RunResult[]): Told[] {
  const groups = groupBy(results.map(toldOf), ({ scenario, verdict, changes, again }) =>
    JSON.stringify([scenario, verdict, changes.map((change) => costIn(change).text), again]),
  );
  const told = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const changes = first.changes.map((_, index) => together(group.map((each) => each.changes[index] ?? '')));
    return [{ ...first, runs: group.flatMap(({ runs }) => runs), changes }];
  });
  return told.sort((a, b) => Number(isLoss(b)) - Number(isLoss(a)));
}

function toldOf({ run, outcome, changes, again }: RunResult): Told {
  return {
    scenario: shortName(run.scenario),
    runs: [`${run.config}/${runOf(run)}`],
    verdict: outcomeText(outcome),
    changes,
    again: againText(outcome, again),
  };
}

/** Behind a change stands what it costs, or alone: `, -1,840 tokens`. */
const COST = /(?:^|, )([+-][\d,]+) tokens?$/;

function costIn(change: string): { text: string; tokens: number } {
  const [cost = '', tokens = '0'] = COST.exec(change) ?? [];
  return { text: change.slice(0, change.length - cost.length), tokens: Number(tokens.replaceAll(',', '')) };
}

/** Changes that differ in nothing but their cost as one, with its range. */
function together(changes: string[]): string {
  const costs = changes.map((change) => costIn(change).tokens);
  return differenceText({
    text: costIn(changes[0] ?? '').text,
    tokens: { least: Math.min(...costs), most: Math.max(...costs) },
  });
}

// The words of diff for what the model, or the server, does not get any more.
const LOSS =
  /→ lost\b|reached the model → quoted in a client error|→ hidden from the model|: now hidden|no longer |: whole → in part|: met → /;

function isLoss({ changes }: Told): boolean {
  return changes.some((change) => LOSS.test(change));
}

/** `text` without what goes beyond `length` UTF-16 units; no character is cut into halves. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
