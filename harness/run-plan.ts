import { isDeepStrictEqual } from 'node:util';
import type { RunRecord } from '../data/types/record.ts';
import { makeRecord } from './capture/record.ts';
import { dropRecords, keepApart, keepLocally, keepRun, readRecord } from './capture/store.ts';
import { deriveEnvelope } from './judge/envelope.ts';
import { judge } from './judge/judge.ts';
import type { Envelope, Inconclusive } from './judge/types.ts';
import { envelopeBefore, isSameEnvelope, saidBefore } from './kept-before.ts';
import type { Stage } from './launch/launch.ts';
import type { Cell, PlannedRun } from './plan/matrix.ts';
import { type Run, runKey } from './plan/run.ts';
import { type CapturedRun, judging, runOne } from './run-one.ts';
import { together } from './together.ts';

/** What came of one run; `again` is what came of it when it was run alone once more, because it was not expected. */
export type Outcome =
  | { run: Run; kind: 'judged'; record: RunRecord; again?: Outcome }
  | { run: Run; kind: 'inconclusive'; inconclusive: Inconclusive };

/** Told of each run as it ends, calibration runs included (`outcome` is absent for those that went well). */
type Listener = (run: Run, outcome?: Outcome) => void;

export interface RunOptions {
  stage: Stage;
  /** The folder of runs. */
  runs: string;
  finished: ReadonlySet<string>;
  note: (key: string) => Promise<void>;
  listener: Listener;
}

/**
 * Runs cells, `jobs` runs at once, and keeps the evidence of each run as soon as it is judged. The outcomes come in the
 * order of the plan. A calibration run goes before the runs of its cell, which are judged with what it shows; a cell
 * that was finished before needs none. Throws as
 * {@link together} does.
 */
export function runPlan(cells: Cell[], { jobs, ...given }: RunOptions & { jobs: number }): Promise<Outcome[]> {
  return together(jobs, given.stage.cancel, ({ inTurn, cancel, vital }) => {
    const options = { ...given, stage: { ...given.stage, cancel } };
    return cells.flatMap((cell) => {
      let calibration: Promise<Calibrated> | undefined;
      return cell.runs.map(async (planned) => {
        const before = await finishedBefore(planned.run, options);
        if (before !== undefined) return before;
        calibration ??= vital(inTurn(() => calibrate(cell.calibration, options)));
        const captured = await inTurn(() => runOne(planned, options.stage));
        const outcome = await settle(planned, captured, await calibration, options);
        options.listener(planned.run, outcome);
        return outcome;
      });
    });
  });
}

/** What an interrupted invocation came to, for the summary to be that of all that was asked for. */
async function finishedBefore(run: Run, { finished, runs }: RunOptions): Promise<Outcome | undefined> {
  const record = finished.has(runKey(run)) ? await readRecord(runs, run) : undefined;
  return record && { run, kind: 'judged', record };
}

type Calibrated = { envelope: Envelope } | { failed: Inconclusive };

async function calibrate(planned: PlannedRun, options: RunOptions): Promise<Calibrated> {
  const captured = await runOne(planned, options.stage);
  options.listener(planned.run);
  const envelope = judging(captured, options.stage, (evidence) => deriveEnvelope(planned.scenario, evidence));
  if ('reason' in envelope) {
    await keepApart(options.runs, '_inconclusive', planned.run, captured);
    return { failed: { ...envelope, detail: `the calibration run: ${envelope.detail}` } };
  }
  const before = await envelopeBefore(planned, options.runs);
  if (before !== undefined && captured.full !== undefined && isSameEnvelope(before, envelope)) {
    await keepLocally(options.runs, planned.run, captured);
    return { envelope: before };
  }
  // A record that was judged with another envelope would not hold beside this calibration run.
  if (before !== undefined && !isDeepStrictEqual(before, envelope)) await dropRecords(options.runs, planned.run);
  await keepRun(options.runs, planned.run, captured);
  return { envelope };
}

async function settle(
  planned: PlannedRun,
  captured: CapturedRun,
  calibrated: Calibrated,
  options: RunOptions,
): Promise<Outcome> {
  const { run, scenario } = planned;
  const judged =
    'failed' in calibrated
      ? calibrated.failed
      : judging(captured, options.stage, (evidence) => judge(scenario, evidence, calibrated.envelope));
  if (judged.kind === 'inconclusive') {
    await keepApart(options.runs, '_inconclusive', run, captured);
    return { run, kind: 'inconclusive', inconclusive: judged };
  }
  const record = makeRecord(run, scenario.capability, judged);
  const said =
    captured.full !== undefined &&
    'envelope' in calibrated &&
    (await saidBefore(planned, record, { runs: options.runs, envelope: calibrated.envelope }));
  await (said ? keepLocally(options.runs, run, captured) : keepRun(options.runs, run, { ...captured, record }));
  await options.note(runKey(run));
  return { run, kind: 'judged', record };
}
