import type { Behaviour, Occasion, Step } from '../../scenarios/behaviour.ts';
import type { Era, Transport } from '../../scenarios/types.ts';
import { chanceOf } from './chance.ts';
import type { Counts } from './counts.ts';

/** What came: a message, a request of HTTP, the start of a process. */
export type Happening =
  | { kind: 'message'; method: string; tool?: string; era: Era; over: Transport }
  | { kind: 'http'; verb: string; path: string; over: Transport }
  | { kind: 'start' };

/**
 * The rules of a plan as one question: what is to be done about this? Every rule that means it counts it, the first whose
 * numbers and chance fit answers; `undefined` when none does.
 */
export function readRules(
  { rules = [], seed = 0 }: Behaviour,
  counts: Counts,
): (what: Happening) => Step[] | undefined {
  return (what) => {
    const fitting = rules.filter(({ on }, index) => {
      if (!means(on, what)) return false;
      const number = counts.next(index);
      const { from = 1, to = Number.POSITIVE_INFINITY, chance } = on;
      return number >= from && number <= to && (chance === undefined || chanceOf(seed, index, number) < chance);
    });
    return fitting[0]?.do;
  };
}

function means(on: Occasion, what: Happening): boolean {
  if (what.kind === 'start') return on.start === true;
  if (on.over !== undefined && on.over !== what.over) return false;
  if (what.kind === 'http') return fits(on.http, what.verb) && (on.path === undefined || on.path === what.path);
  return (
    fits(on.method, what.method) &&
    (on.tool === undefined || on.tool === what.tool) &&
    (on.era === undefined || on.era === what.era)
  );
}

function fits(expected: string | undefined, got: string): boolean {
  return expected === '*' || expected === got;
}
