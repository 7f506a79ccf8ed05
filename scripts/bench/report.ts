import { availableParallelism } from 'node:os';
import { type Case, CaseFailed, type Figure } from './figure.ts';
import { FLOOR, type Limit, SLACK } from './limits.ts';
import type { Measured } from './rounds.ts';

interface Spread {
  median: number;
  min: number;
  max: number;
}

/** What `bench` writes as JSON. Seconds; a ratio is one of medians of CPU seconds, unless its limit is one of the clock. */
export interface Report {
  node: string;
  platform: string;
  arch: string;
  cpus: number;
  rounds: number;
  slack: number;
  cases: ReportedCase[];
}

export type ReportedCase = { name: string; title: string } & (
  | { failed: string }
  | { cpu: Spread; wall: Spread; toFloor?: number; limit?: HeldLimit }
);

/** `most` is the goal; a limit is broken above the goal and its slack. */
export interface HeldLimit {
  of: string;
  most: number;
  ratio: number;
  broken: boolean;
}

export function makeReport(cases: Case[], measured: Measured, limits: Limit[], rounds: number): Report {
  const figuresOf = (name: string): Figure[] | undefined => {
    const figures = measured.get(name);
    return figures instanceof CaseFailed ? undefined : figures;
  };
  const ratio = (figures: Figure[], base: string, what: 'cpu' | 'wall' = 'cpu'): number | undefined => {
    const of = figuresOf(base);
    return of && round(spread(figures, what).median / spread(of, what).median);
  };
  return {
    node: process.version,
    platform: process.platform,
    arch: process.arch,
    cpus: availableParallelism(),
    rounds,
    slack: SLACK,
    cases: cases.map(({ name, title }): ReportedCase => {
      const figures = measured.get(name);
      if (figures === undefined || figures instanceof CaseFailed)
        return { name, title, failed: figures?.message ?? 'not measured' };
      const toFloor = ratio(figures, FLOOR);
      const limit = limits.find((each) => each.name === name);
      const held = limit && hold(limit, ratio(figures, limit.of, limit.clock ? 'wall' : 'cpu'));
      return {
        name,
        title,
        cpu: spread(figures, 'cpu'),
        wall: spread(figures, 'wall'),
        ...(toFloor !== undefined && { toFloor }),
        ...(held && { limit: held }),
      };
    }),
  };
}

function hold({ of, most }: Limit, ratio: number | undefined): HeldLimit | undefined {
  return ratio === undefined ? undefined : { of, most: round(most), ratio, broken: ratio > most * SLACK };
}

function spread(figures: Figure[], what: 'cpu' | 'wall'): Spread {
  const values = figures.map((figure) => figure[what]).sort((a, b) => a - b);
  const at = (index: number): number => values[index] ?? Number.NaN;
  const [low, high] = [at(Math.floor((values.length - 1) / 2)), at(Math.ceil((values.length - 1) / 2))];
  return { median: round((low + high) / 2), min: round(at(0)), max: round(at(values.length - 1)) };
}

/** To a thousandth: there is no more in what was measured. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
