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
import type { Envelope, Inconclusive } from './judge/types.ts';
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

async function capture({ run, scenario }: PlannedRun, stage: Stage): Promise<Captured> {
  const captured = await launch(stage, { run, scenario });
  // A client that was stopped from here says nothing about itself.
  stage.cancel.throwIfAborted();
  return {
    ...captured,
    wire: normaliseLines(captured.wire, scenario, captured.chosen),
    model: normaliseLines(captured.model, scenario, captured.chosen),
  };
}

type Calibrated = { envelope: Envelope } | { failed: Inconclusive };

async function calibrate(planned: PlannedRun, options: RunOptions): Promise<Calibrated> {
  const captured = await capture(planned, options.stage);
  options.listener(planned.run);
  const envelope = judging(captured, options.stage.driver.end.exitCodes, (evidence) =>
    deriveEnvelope(planned.scenario, evidence),
  );
  if ('reason' in envelope) {
    await keepInconclusive(options.runs, planned.run, captured);
    return { failed: { ...envelope, detail: `the calibration run: ${envelope.detail}` } };
  }
  await keepRun(options.runs, planned.run, captured);
  return { envelope };
}

async function settle(
  planned: PlannedRun,
  captured: Captured,
  calibrated: Calibrated,
  options: RunOptions,
): Promise<Outcome> {
  const { run, scenario } = planned;
  const judged =
    'failed' in calibrated
      ? calibrated.failed
      : judging(captured, options.stage.driver.end.exitCodes, (evidence) =>
          judge(scenario, evidence, calibrated.envelope),
        );
  if (judged.kind === 'inconclusive') {
    await keepInconclusive(options.runs, run, captured);
    return { run, kind: 'inconclusive', inconclusive: judged };
  }
  const record = makeRecord(run, scenario.capability, judged);
  await keepRun(options.runs, run, { ...captured, record });
  await options.note(runKey(run));
  return { run, kind: 'judged', record };
}

/** What `judge` makes of the evidence of a run, or why nothing can be said of it. */
function judging<T>(captured: Captured, exitCodes: number[], judgeIt: (evidence: Evidence) => T): T | Inconclusive {
  // What we did not see or did wrong is never the client's verdict.
  if (captured.fault !== undefined) return inconclusive(captured.fault);
  // A client that did not end well may have been about to show more: nothing can be said of its run.
  const ended = abnormalEnd(captured.end, exitCodes);
  if (ended !== undefined) return ended;
  try {
    return judgeIt(readEvidence(captured.wire, captured.model));
  } catch (error) {
    // Evidence that we cannot read or judge (nested deeper than our stack, say) is one run's matter and not the others'.
    const { name, message } = error as Error;
    return inconclusive(error instanceof EvidenceError ? message : `judging failed: ${name}: ${message}`);
  }
}

function inconclusive(detail: string): Inconclusive {
  return { kind: 'inconclusive', reason: 'harness', detail };
}
