import { comparedRun } from '../../harness/compare/changes.ts';
import { compareSides, differenceText, type Place } from '../../harness/compare/compare.ts';
import { groupBy } from '../../harness/group-by.ts';
import type { ProbeReport, RunResult } from '../../harness/report/results.ts';
import { whereOf } from '../diff/where.ts';
import { shorten } from './told.ts';

/** Something that is not as the baseline has it, told once however many runs it is about. */
export interface Changed {
  /** In the language of diff, with what it costs: `structuredContent: reached the model → lost, -40 tokens`. */
  text: string;
  /** The runs: `all 17 runs`, `every scenario: default/stdio`, `mirror: both runs`. */
  where: string;
}

/**
 * What changed since the baseline, folded as `diff` folds it: losses first, and of each kind the widest first. None where
 * every change is about one run: then the runs say it.
 */
export function changedIn({ results }: Pick<ProbeReport, 'results'>): Changed[] {
  const held = results.flatMap(({ status, outcome, expected }) =>
    status === 'flaky' || outcome.kind === 'inconclusive' || expected === undefined
      ? []
      : [{ before: comparedRun(expected), after: comparedRun(outcome.record) }],
  );
  const { lost, changed, gained } = compareSides(
    { name: 'the baseline', verdicts: held.map(({ before }) => before) },
    { name: 'this probe', verdicts: held.map(({ after }) => after) },
  );
  const differences = [...lost, ...changed, ...gained];
  const known = new Set(differences.flatMap(({ over }) => over.map(keyOf)));
  const where = whereOf(results.map(({ run }) => run).map(placeOf));
  const told = differences.map((each): [string, Place[]] => [differenceText(each), each.over]);
  const all = [...told, ...details(results.filter(({ run }) => !known.has(keyOf(run))))];
  return all.every(([, over]) => over.length === 1)
    ? []
    : all.map(([text, over]) => ({ text, where: where(over).join('; ') }));
}

/** Details of a verdict for which the language of diff has no words. */
function details(results: RunResult[]): [string, Place[]][] {
  const lines = results
    .filter(({ status }) => status === 'changed')
    .flatMap(({ run, changes }) => changes.map((text) => ({ text, place: placeOf(run) })));
  return [...groupBy(lines, ({ text }) => text)].map(([text, group]) => [text, group.map(({ place }) => place)]);
}

function placeOf({ scenario, config, server, transport }: Place): Place {
  return { scenario, config, server, transport };
}

function keyOf(place: Place): string {
  return Object.values(placeOf(place)).join('\n');
}

const LONGEST = 200;

/** The same for a terminal, a line a change; nothing where there is nothing to fold. */
export function changedText(report: Pick<ProbeReport, 'results'>): string {
  const lines = changedIn(report).map(({ text, where }) => `  ${text} (over ${shorten(where, LONGEST)})\n`);
  return lines.length === 0 ? '' : `Changed since the baseline:\n${lines.join('')}`;
}
