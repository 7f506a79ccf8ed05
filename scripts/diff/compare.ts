import type { VerifiedRecord } from '../../data/types/verified.ts';
import { compareText } from '../evidence/compare-text.ts';
import { parseShort } from './short-form.ts';
import { type Change, type ChangeKind, changesBetween, worst } from './words.ts';

/** A verdict of one side. `checks` and `tokens` are known of our own records only. */
export interface Verdict {
  scenario: string;
  config: string;
  server: VerifiedRecord['server'];
  transport: string;
  short: string;
  checks?: Map<string, string>;
  tokens?: number;
}

/** A version of a client, or a published list, and its verdicts. */
export interface Side {
  name: string;
  verdicts: Verdict[];
}

export interface Difference {
  place: Pick<Verdict, 'scenario' | 'config' | 'server' | 'transport'>;
  kind: ChangeKind;
  a: string;
  b: string;
  /** What differs, in words, one a line. */
  changes: string[];
}

export interface Comparison {
  a: string;
  b: string;
  compared: number;
  equal: number;
  differences: Difference[];
  onlyInA: string[];
  onlyInB: string[];
}

/** Compares the verdicts that two sides have at the same scenario, config, server and transport. */
export function compareSides(a: Side, b: Side): Comparison {
  const [left, right] = [byPlace(a), byPlace(b)];
  const common = [...left.keys()].filter((place) => right.has(place)).sort(compareText);
  const differences = common.flatMap((place) => differenceOf(left.get(place), right.get(place)));
  return {
    a: a.name,
    b: b.name,
    compared: common.length,
    equal: common.length - differences.length,
    differences,
    onlyInA: [...left.keys()].filter((place) => !right.has(place)).sort(compareText),
    onlyInB: [...right.keys()].filter((place) => !left.has(place)).sort(compareText),
  };
}

function byPlace({ verdicts }: Side): Map<string, Verdict> {
  return new Map(
    verdicts.map((verdict) => [
      `${verdict.scenario} ${verdict.config} ${verdict.server}-${verdict.transport}`,
      verdict,
    ]),
  );
}

function differenceOf(a: Verdict | undefined, b: Verdict | undefined): Difference[] {
  if (a === undefined || b === undefined) return [];
  const changes = [...(a.short === b.short ? [] : shortChanges(a.short, b.short)), ...checkChanges(a.checks, b.checks)];
  if (changes.length === 0) return [];
  const { scenario, config, server, transport } = a;
  return [
    {
      place: { scenario, config, server, transport },
      kind: worst(changes),
      a: a.short,
      b: b.short,
      changes: [...changes.map(({ text }) => text), ...costChange(a.tokens, b.tokens)],
    },
  ];
}

function shortChanges(a: string, b: string): Change[] {
  const changes = changesBetween(parseShort(a), parseShort(b));
  // Two texts that mean the same to the reader of short forms are still not the same verdict.
  return changes.length > 0 ? changes : [{ kind: 'changed', text: `${a} → ${b}` }];
}

function checkChanges(a: Map<string, string> | undefined, b: Map<string, string> | undefined): Change[] {
  if (a === undefined || b === undefined) return [];
  return [...a].flatMap(([id, before]): Change[] => {
    const after = b.get(id);
    if (after === undefined || after === before) return [];
    return [{ kind: after === 'met' ? 'gained' : 'lost', text: `check ${id}: ${before} → ${after}` }];
  });
}

function costChange(a: number | undefined, b: number | undefined): string[] {
  return a === undefined || b === undefined || a === b ? [] : [`tokens: ${a} → ${b}`];
}
