import { availableParallelism } from 'node:os';
import { type Case, CaseFailed, type Figure } from './figure.ts';
import { FLOOR, type Limit, MEMORY, SLACK } from './limits.ts';
import type { Measured } from './rounds.ts';

interface Spread {
  median: number;
  min: number;
  max: number;
}

/** What `bench` writes as JSON. Seconds and MB; a ratio is one of medians of CPU seconds, unless its limit is one of the clock. */
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
  | { cpu: Spread; wall: Spread; memory?: Spread; toFloor?: number; limits: HeldLimit[] }
);

/** `most` is the goal, `got` what it is held against; a limit of CPU seconds is broken above the goal and its slack. */
export interface HeldLimit {
  of: string;
  most: number;
  got: number;
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
      const memory = spread(figures, 'memory');
      return {
        name,
        title,
        cpu: spread(figures, 'cpu'),
        wall: spread(figures, 'wall'),
        ...(!Number.isNaN(memory.median) && { memory }),
        ...(toFloor !== undefined && { toFloor }),
        limits: limits
          .filter((limit) => limit.name === name)
          .flatMap((limit) =>
            hold(limit, limit.of === MEMORY ? memory.median : ratio(figures, limit.of, limit.clock ? 'wall' : 'cpu')),
          ),
      };
    }),
  };
}

function hold({ of, most }: Limit, got: number | undefined): HeldLimit[] {
  if (got === undefined) return [];
  return [{ of, most: round(most), got, broken: got > most * (of === MEMORY ? 1 : SLACK) }];
}

function spread(figures: Figure[], what: keyof Figure): Spread {
  const values = figures.map((figure) => figure[what] ?? Number.NaN).sort((a, b) => a - b);
  const at = (index: number): number => values[index] ?? Number.NaN;
  const [low, high] = [at(Math.floor((values.length - 1) / 2)), at(Math.ceil((values.length - 1) / 2))];
  return { median: round((low + high) / 2), min: round(at(0)), max: round(at(values.length - 1)) };
}

/** To a thousandth: there is no more in what was measured. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
