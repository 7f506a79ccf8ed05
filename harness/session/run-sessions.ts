import type { RunRecord } from '../../data/types/record.ts';
import type { Evidence } from '../../scenarios/types.ts';
import { makeRecord } from '../capture/record.ts';
import { keepSession } from '../capture/store.ts';
import { deriveEnvelope } from '../judge/envelope.ts';
import { judge } from '../judge/judge.ts';
import type { Envelope } from '../judge/types.ts';
import type { Stage } from '../launch/launch.ts';
import { dialectOf } from '../plan/driver.ts';
import type { Cell, PlannedRun } from '../plan/matrix.ts';
import type { Run } from '../plan/run.ts';
import { judging, runOne } from '../run-one.ts';
import type { Outcome } from '../run-plan.ts';
import { together } from '../together.ts';
import { makeSession, type Session } from './session.ts';
import { sliceSession } from './slice.ts';

export interface SessionOptions {
  stage: Stage;
  /** The folder of runs; a session's evidence lies below its `_session`. */
  runs: string;
  jobs: number;
  /** Told of each session as it ends. */
  listener: (session: Run) => void;
}

/**
 * Runs each cell in one client process and one conversation, `jobs` cells at once. The outcomes are those of the
 * scenarios, in the order of the plan; when a session's client did not end well, nothing is said of any of them. Throws as
 * {@link together} does.
 */
export async function runSessions(cells: Cell[], { jobs, ...given }: SessionOptions): Promise<Outcome[]> {
  const outcomes = await together(jobs, given.stage.cancel, ({ inTurn, cancel }) => {
    const options = { ...given, stage: { ...given.stage, cancel } };
    return cells.map((cell) => inTurn(() => runSession(cell, options)));
  });
  return outcomes.flat();
}

async function runSession(cell: Cell, { stage, runs, listener }: Omit<SessionOptions, 'jobs'>): Promise<Outcome[]> {
  const session = makeSession(cell);
  const captured = await runOne(session, stage);
  listener(session.run);
  const judged = judging(captured, stage, (evidence) => judgeSession(session, cell, evidence, stage));
  const outcomes = Array.isArray(judged)
    ? judged
    : cell.runs.map(({ run }): Outcome => ({ run, kind: 'inconclusive', inconclusive: judged }));
  const records = outcomes.flatMap((outcome): [Run, RunRecord][] =>
    outcome.kind === 'judged' ? [[outcome.run, outcome.record]] : [],
  );
  await keepSession(runs, session.run, captured, records);
  return outcomes;
}

function judgeSession(session: Session, cell: Cell, evidence: Evidence, { driver }: Stage): Outcome[] {
  const slices = sliceSession(session, evidence, dialectOf(driver, session.run.config));
  const sliceOf = (id: string): Evidence => {
    const slice = slices[session.parts.findIndex(({ scenario }) => scenario?.id === id)];
    if (slice === undefined) throw new TypeError(`Expected the session to hold ${id}`);
    return slice;
  };
  const envelope = deriveEnvelope(cell.calibration.scenario, sliceOf(cell.calibration.scenario.id));
  return cell.runs.map((planned) => judgePart(planned, sliceOf(planned.scenario.id), envelope));
}

function judgePart({ run, scenario }: PlannedRun, slice: Evidence, envelope: Envelope): Outcome {
  const judged = judge(scenario, slice, envelope);
  return judged.kind === 'inconclusive'
    ? { run, kind: 'inconclusive', inconclusive: judged }
    : { run, kind: 'judged', record: makeRecord(run, scenario.capability, judged) };
}
