import type { Driver } from '../../data/types/driver.ts';
import { type Baseline, baselineOf } from '../../harness/baseline/baseline.ts';
import { entryOf } from '../../harness/baseline/entry.ts';
import { readRecord } from '../../harness/capture/store.ts';
import { HarnessError } from '../../harness/error.ts';
import type { Cell } from '../../harness/plan/matrix.ts';
import type { Run } from '../../harness/plan/run.ts';
import { runSessions } from '../../harness/session/run-sessions.ts';
import { canShare } from '../../harness/session/session.ts';
import type { Probing } from './probing.ts';

/** Runs each cell in one conversation. Its verdicts are held against the records of isolated runs, and kept apart. */
export async function probeSessions({ stage, cells, runs, jobs, progress }: Probing) {
  const baseline = await isolatedRecords(runs, cells);
  progress.begin(cells.length);
  const outcomes = await runSessions(cells, { stage, runs, jobs, listener: (session) => progress.step(session) });
  const unknown = outcomes.filter(({ kind, run }) => kind === 'judged' && baseline.expected(run) === undefined).length;
  return { outcomes, baseline, unknown, note: noteOf(unknown) };
}

/**
 * The cells without those scenarios that cannot share a session, which come apart. Throws HarnessError `usage` when that
 * leaves nothing to run.
 */
export function shareable({ client, sessions }: Driver, cells: Cell[]): { cells: Cell[]; alone: Run[] } {
  if (sessions === false)
    throw new HarnessError('usage', `Expected a client whose driver allows sessions, got ${client}.`);
  const planned = cells.flatMap(({ runs }) => runs);
  const alone = planned.filter(({ scenario }) => !canShare(scenario)).map(({ run }) => run);
  if (alone.length < planned.length) {
    const left = cells.map((cell) => ({ ...cell, runs: cell.runs.filter(({ scenario }) => canShare(scenario)) }));
    return { cells: left.filter(({ runs }) => runs.length > 0), alone };
  }
  const names = [...new Set(alone.map(({ scenario }) => scenario))].join(', ');
  throw new HarnessError('usage', `Expected scenarios that can share a session, got ${names}, which must run alone.`);
}

async function isolatedRecords(runs: string, cells: Cell[]): Promise<Baseline> {
  const planned = cells.flatMap((cell) => cell.runs.map(({ run }) => run));
  const records = await Promise.all(planned.map((run) => readRecord(runs, run)));
  const entries = records.filter((record) => record !== undefined).map(entryOf);
  return baselineOf('the isolated runs', entries);
}

function noteOf(unknown: number): string {
  return unknown === 0
    ? ''
    : `${unknown} have no isolated run to be held against: probe without "--isolate session" first\n`;
}
