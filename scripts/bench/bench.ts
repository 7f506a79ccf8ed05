import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CommandError } from '../error.ts';
import type { Streams } from '../streams.ts';
import { type Cases, openCases } from './cases.ts';
import type { Case } from './figure.ts';
import { FLOOR, type Limit, limits as realLimits } from './limits.ts';
import { makeReport, type Report } from './report.ts';
import { measureRounds } from './rounds.ts';
import { drawTable } from './table.ts';

export interface BenchOptions {
  rounds: number;
  /** The JSON file of the report. */
  out: string;
  /** Names of cases; what they are held against is measured with them. All cases unless told. */
  only?: string[];
  /** Whether a broken limit changes the answer. */
  assert: boolean;
  cancel: AbortSignal;
  /** The cases and limits to choose from; the real ones unless a test brings its own. */
  known?: { open: (cancel: AbortSignal) => Promise<Cases>; limits: Limit[] };
}

/**
 * Measures what this package costs and writes a table and a JSON file. Answers with 0, with 1 when `assert` is given and a
 * limit is broken, with 3 when a case could not be measured, with 130 when it was interrupted. Throws CommandError `usage`
 * for a case that is not known.
 */
export async function runBench(options: BenchOptions, { stdout, stderr }: Streams): Promise<number> {
  const { rounds, only, assert, cancel } = options;
  const { open, limits } = options.known ?? { open: openCases, limits: realLimits };
  const { cases, close } = await open(cancel);
  try {
    const chosen = chooseCases(cases, limits, only);
    const report = makeReport(chosen, await measureRounds(chosen, rounds, { stderr, cancel }), limits, rounds);
    const out = resolve(options.out);
    await mkdir(dirname(out), { recursive: true });
    await writeFile(out, `${JSON.stringify(report, null, 2)}\n`);
    stdout(drawTable(report));
    return answerTo(report, assert);
  } catch (error) {
    if (!cancel.aborted) throw error;
    stderr('\nInterrupted. Nothing is kept of what was measured.\n');
    return 130;
  } finally {
    await close();
  }
}

function answerTo({ cases }: Report, assert: boolean): number {
  if (cases.some((each) => 'failed' in each)) return 3;
  return assert && cases.some((each) => 'limits' in each && each.limits.some(({ broken }) => broken)) ? 1 : 0;
}

function chooseCases(cases: Case[], limits: Limit[], only: string[] | undefined): Case[] {
  if (only === undefined) return cases;
  const known = cases.map(({ name }) => name);
  for (const name of only) {
    if (!known.includes(name))
      throw new CommandError('usage', `Expected --only to name cases, got "${name}". Known: ${known.join(', ')}.`);
  }
  const bases = limits.filter(({ name }) => only.includes(name)).map(({ of }) => of);
  const wanted = new Set([FLOOR, ...bases, ...only]);
  return cases.filter(({ name }) => wanted.has(name));
}
