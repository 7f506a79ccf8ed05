import { findCanaries } from '../../scenarios/canary.ts';
import type { Scenario } from '../../scenarios/types.ts';
import { type Chosen, replacer } from './normalise.ts';
import { spellingsOf } from './spellings.ts';

/** What is kept of one line, in UTF-16 units. */
const LONGEST = 4096;
/** The day and the hour, as logs write them. */
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/g;
/** As terminals read it. */
const COLOUR = new RegExp(String.raw`${String.fromCharCode(27)}\[[0-9;]*m`, 'g');
/** Heads of the parts of client.log, which are ours. */
const HEAD = '== ';

/**
 * What of a client's output and log files is evidence, a line each: those with a token that the scenario serves or with
 * one of the texts that it names, in any case. Times, colours and the values that the harness chose are replaced, so that
 * two runs give the same bytes. A pure function.
 */
export function logEvidence(log: string, scenario: Scenario, chosen: Chosen & { root: string }): string {
  const tokens = new Set(findCanaries(JSON.stringify(scenario.serve)).map(({ token }) => token));
  const texts = (scenario.log ?? []).map((text) => text.toLowerCase());
  const replace = replacer(scenario, chosen);
  const roots = spellingsOf(chosen.root);
  const wanted = (line: string): boolean =>
    findCanaries(line).some(({ token }) => tokens.has(token)) ||
    texts.some((text) => line.toLowerCase().includes(text));
  return log
    .split(/\r?\n/)
    .filter((line) => !line.startsWith(HEAD) && wanted(line))
    .map((line) => replace(line).replaceAll(roots, '{{root}}').replaceAll(COLOUR, '').replaceAll(TIME, '{{time}}'))
    .map((line) => `${line.slice(0, LONGEST)}\n`)
    .join('');
}
