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
  const groups = groupBy(results.map(toldOf), (each) => JSON.stringify({ ...each, runs: [] }));
  const told = [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, runs: [first, ...others].flatMap(({ runs }) => runs) }],
  );
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

// The words of diff for what the model, or the server, does not get any more.
const LOSS = /→ lost\b|→ hidden from the model|: now hidden|no longer /;

function isLoss({ changes }: Told): boolean {
  return changes.some((change) => LOSS.test(change));
}

/** `text` without what goes beyond `length` UTF-16 units; no character is cut into halves. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
