import type { Baseline } from './baseline/baseline.ts';
import { makeRecord } from './capture/record.ts';
import { keepApart, readTraffic } from './capture/store.ts';
import { deriveEnvelope } from './judge/envelope.ts';
import { readEvidence } from './judge/evidence.ts';
import { judge } from './judge/judge.ts';
import type { Cell } from './plan/matrix.ts';
import { runKey } from './plan/run.ts';
import { standing } from './report/results.ts';
import { judging, runOne } from './run-one.ts';
import type { Outcome, RunOptions } from './run-plan.ts';

/**
 * Runs everything whose verdict is not the expected one alone once more: was it the client, or the company that it had?
 * The first verdict stays the run's, whatever the second is; the second is kept below `_again` and comes as `again`.
 * Throws as {@link runOne} does.
 */
export async function runAgain(
  cells: Cell[],
  outcomes: Outcome[],
  {
    stage,
    runs,
    listener,
    baseline,
  }: Pick<RunOptions, 'stage' | 'runs' | 'listener'> & {
    baseline: Baseline | undefined;
  },
): Promise<Outcome[]> {
  const told: Outcome[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind === 'inconclusive' || standing(outcome, baseline).status !== 'changed') {
      told.push(outcome);
      continue;
    }
    const again = await runAlone(cells, outcome, { stage, runs });
    listener(outcome.run, again);
    told.push({ ...outcome, again });
  }
  return told;
}

async function runAlone(
  cells: Cell[],
  { run }: Outcome,
  { stage, runs }: Pick<RunOptions, 'stage' | 'runs'>,
): Promise<Outcome> {
  const { planned, calibration } = find(cells, runKey(run));
  const { wire, model } = await readTraffic(runs, calibration.run);
  const envelope = deriveEnvelope(calibration.scenario, readEvidence(wire, model));
  const captured = await runOne(planned, stage);
  const judged = judging(captured, stage, (evidence) => judge(planned.scenario, evidence, envelope));
  if (judged.kind === 'inconclusive') {
    await keepApart(runs, '_again', run, captured);
    return { run, kind: 'inconclusive', inconclusive: judged };
  }
  const record = makeRecord(run, planned.scenario.capability, judged);
  await keepApart(runs, '_again', run, { ...captured, record });
  return { run, kind: 'judged', record };
}

function find(cells: Cell[], key: string) {
  for (const { calibration, runs } of cells) {
    const planned = runs.find(({ run }) => runKey(run) === key);
    if (planned !== undefined) return { planned, calibration };
  }
  throw new TypeError(`Expected ${key} to be one of the planned runs`);
}
