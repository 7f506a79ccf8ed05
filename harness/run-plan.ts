import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import type { RunRecord } from '../data/types/record.ts';
import type { Evidence } from '../scenarios/types.ts';
import { normaliseLines } from './capture/normalise.ts';
import { makeRecord } from './capture/record.ts';
import { keepInconclusive, keepRun, readRecord } from './capture/store.ts';
import { deriveEnvelope } from './judge/envelope.ts';
import { EvidenceError, readEvidence } from './judge/evidence.ts';
import { judge } from './judge/judge.ts';
import type { Envelope, Inconclusive, Judged } from './judge/types.ts';
import { abnormalEnd } from './launch/abnormal-end.ts';
import { type Captured, launch, type Stage } from './launch/launch.ts';
import type { Cell, PlannedRun } from './plan/matrix.ts';
import { type Run, runKey } from './plan/run.ts';

/** What came of one run. */
export type Outcome =
  | { run: Run; kind: 'judged'; record: RunRecord }
  | { run: Run; kind: 'inconclusive'; inconclusive: Inconclusive };

/** Told of each run as it ends, calibration runs included (`outcome` is absent for those that went well). */
type Listener = (run: Run, outcome?: Outcome) => void;

export interface RunOptions {
  stage: Stage;
  /** The folder of runs. */
  runs: string;
  jobs: number;
  finished: ReadonlySet<string>;
  note: (key: string) => Promise<void>;
  listener: Listener;
}

/**
 * Runs cells, `jobs` runs at once, and keeps the evidence of each run as soon as it is judged. The outcomes come in the
 * order of the plan. A calibration run goes before the runs of its cell, which are judged with what it shows.
 * When the stage is cancelled, or evidence cannot be kept, no further run begins, the clients that run are stopped, and
 * what stopped it is thrown once all of them have ended.
 */
export async function runPlan(cells: Cell[], given: RunOptions): Promise<Outcome[]> {
  const stop = new AbortController();
  const cancel = AbortSignal.any([given.stage.cancel, stop.signal]);
  // One listener a running client; Node warns at eleven.
  setMaxListeners(0, cancel);
  const options = { ...given, stage: { ...given.stage, cancel } };
  const limit = pLimit(options.jobs);
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    limit(() => {
      cancel.throwIfAborted();
      return work();
    });
  const outcomes = cells.flatMap((cell) => {
    const calibrated = inTurn(() => calibrate(cell.calibration, options));
    calibrated.catch((error: unknown) => stop.abort(error));
    return cell.runs.map(async (planned) => {
      const before = await finishedBefore(planned.run, options);
      if (before !== undefined) return before;
      const captured = await inTurn(() => capture(planned, options.stage));
      const outcome = await settle(planned, captured, await calibrated, options);
      options.listener(planned.run, outcome);
      return outcome;
    });
  });
  for (const outcome of outcomes) outcome.catch((error: unknown) => stop.abort(error));
  const ended = await Promise.allSettled(outcomes);
  cancel.throwIfAborted();
  return ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

/** What an interrupted invocation came to, for the summary to be that of all that was asked for. */
async function finishedBefore(run: Run, { finished, runs }: RunOptions): Promise<Outcome | undefined> {
  const record = finished.has(runKey(run)) ? await readRecord(runs, run) : undefined;
  return record && { run, kind: 'judged', record };
}

interface Kept extends Captured {
  wire: string;
  model: string;
}

async function capture(planned: PlannedRun, stage: Stage): Promise<Kept> {
  const captured = await launch(stage, planned);
  // A client that was stopped from here says nothing about itself.
  stage.cancel.throwIfAborted();
  return {
    ...captured,
    wire: normaliseLines(captured.wire, planned.scenario, captured.chosen),
    model: normaliseLines(captured.model, planned.scenario, captured.chosen),
  };
}

type Calibrated = { envelope: Envelope } | { failed: Inconclusive };

async function calibrate(planned: PlannedRun, options: RunOptions): Promise<Calibrated> {
  const captured = await capture(planned, options.stage);
  options.listener(planned.run);
  const evidence = abnormalEnd(captured.end, options.stage.driver.end.exitCodes) ?? readCaptured(captured);
  if ('reason' in evidence) {
    await keepInconclusive(options.runs, planned.run, captured);
    return { failed: { ...evidence, detail: `the calibration run: ${evidence.detail}` } };
  }
  await keepRun(options.runs, planned.run, captured);
  return { envelope: deriveEnvelope(planned.scenario, evidence) };
}

async function settle(
  planned: PlannedRun,
  captured: Kept,
  calibrated: Calibrated,
  options: RunOptions,
): Promise<Outcome> {
  const { run, scenario } = planned;
  const judged =
    'failed' in calibrated ? calibrated.failed : judgeCaptured(planned, captured, calibrated.envelope, options);
  if (judged.kind === 'inconclusive') {
    await keepInconclusive(options.runs, run, captured);
    return { run, kind: 'inconclusive', inconclusive: judged };
  }
  const record = makeRecord(run, scenario.capability, judged);
  await keepRun(options.runs, run, { ...captured, record });
  await options.note(runKey(run));
  return { run, kind: 'judged', record };
}

function judgeCaptured(
  { scenario }: PlannedRun,
  captured: Kept,
  envelope: Envelope,
  { stage }: RunOptions,
): Judged | Inconclusive {
  // A client that did not end well may have been about to show more: nothing can be said of its run.
  const evidence = abnormalEnd(captured.end, stage.driver.end.exitCodes) ?? readCaptured(captured);
  return 'reason' in evidence ? evidence : judge(scenario, evidence, envelope);
}

function readCaptured({ wire, model }: Kept): Evidence | Inconclusive {
  try {
    return readEvidence(wire, model);
  } catch (error) {
    if (error instanceof EvidenceError) return { kind: 'inconclusive', reason: 'harness', detail: error.message };
    throw error;
  }
}
