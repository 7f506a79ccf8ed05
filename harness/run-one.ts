import type { Evidence } from '../scenarios/types.ts';
import { logEvidence } from './capture/log-evidence.ts';
import { normaliseLines } from './capture/normalise.ts';
import { EvidenceError, readEvidence } from './judge/evidence.ts';
import type { Inconclusive } from './judge/types.ts';
import { abnormalEnd } from './launch/abnormal-end.ts';
import { type Captured, launch, type Stage } from './launch/launch.ts';
import type { PlannedRun } from './plan/matrix.ts';
import { reduceModelLines } from './reduce/reduce.ts';

/** Bytes as they are kept. */
export interface CapturedRun extends Captured {
  /** model.jsonl before it was reduced; undefined where it is kept as it is. */
  full: string | undefined;
  /** What of the client's log is evidence; undefined where the scenario asks for none. */
  told: string | undefined;
  /** Whether the client may end with any exit code. */
  mayFail: boolean;
}

/** Runs one client once; its bytes come as they are kept. Throws as {@link launch} does, and when the stage was cancelled. */
export async function runOne({ run, scenario }: PlannedRun, stage: Stage): Promise<CapturedRun> {
  const captured = await launch(stage, { run, scenario });
  // A client that was stopped from here says nothing about itself.
  stage.cancel.throwIfAborted();
  const chosen = { ...captured.chosen, volatile: stage.driver.volatile ?? [] };
  const wire = normaliseLines(captured.wire, scenario, chosen);
  const model = normaliseLines(captured.model, scenario, chosen);
  const told = scenario.log && logEvidence(captured.log, scenario, { ...chosen, root: stage.root });
  const kept = { ...captured, wire, model, full: undefined, told, mayFail: scenario.mayFail === true };
  return stage.driver.evidence === 'reduced'
    ? { ...kept, model: reduceModelLines(model, scenario), full: model }
    : kept;
}

/**
 * What `judgeIt` makes of the evidence of a run, or why nothing can be said of it. Reduced evidence must say what the full
 * one says, places apart.
 */
export function judging<T>(
  { fault, end, wire, model, full, told, mayFail }: CapturedRun,
  { driver }: Stage,
  judgeIt: (evidence: Evidence) => T,
): T | Inconclusive {
  // What we did not see or did wrong is never the client's verdict.
  if (fault !== undefined) return inconclusive(fault);
  // A client that did not end well may have been about to show more: nothing can be said of its run.
  const ended = abnormalEnd(end, [...driver.end.exitCodes, ...(mayFail ? [end.exitCode ?? -1] : [])]);
  if (ended !== undefined) return ended;
  try {
    const judged = judgeIt(readEvidence(wire, model, told));
    if (full === undefined || saysOf(judged) === saysOf(judgeIt(readEvidence(wire, full, told)))) return judged;
    return inconclusive('the reduced evidence does not say what the full one says');
  } catch (error) {
    // Evidence that we cannot read or judge (nested deeper than our stack, say) is one run's matter and not the others'.
    const { name, message } = error as Error;
    return inconclusive(error instanceof EvidenceError ? message : `judging failed: ${name}: ${message}`);
  }
}

/** What is judged, as text, places in the evidence apart. */
export function saysOf(judged: unknown): string {
  return JSON.stringify(judged, (key, value: unknown) => (key === 'places' ? undefined : value));
}

function inconclusive(detail: string): Inconclusive {
  return { kind: 'inconclusive', reason: 'harness', detail };
}
