import type { Evidence } from '../scenarios/types.ts';
import { normaliseLines } from './capture/normalise.ts';
import { EvidenceError, readEvidence } from './judge/evidence.ts';
import type { Inconclusive } from './judge/types.ts';
import { abnormalEnd } from './launch/abnormal-end.ts';
import { type Captured, launch, type Stage } from './launch/launch.ts';
import type { PlannedRun } from './plan/matrix.ts';

/** Runs one client once; its bytes come as they are kept. Throws as {@link launch} does, and when the stage was cancelled. */
export async function runOne({ run, scenario }: PlannedRun, stage: Stage): Promise<Captured> {
  const captured = await launch(stage, { run, scenario });
  // A client that was stopped from here says nothing about itself.
  stage.cancel.throwIfAborted();
  return {
    ...captured,
    wire: normaliseLines(captured.wire, scenario, captured.chosen),
    model: normaliseLines(captured.model, scenario, captured.chosen),
  };
}

/** What `judgeIt` makes of the evidence of a run, or why nothing can be said of it. */
export function judging<T>(
  { fault, end, wire, model }: Captured,
  { driver }: Stage,
  judgeIt: (evidence: Evidence) => T,
): T | Inconclusive {
  // What we did not see or did wrong is never the client's verdict.
  if (fault !== undefined) return inconclusive(fault);
  // A client that did not end well may have been about to show more: nothing can be said of its run.
  const ended = abnormalEnd(end, driver.end.exitCodes);
  if (ended !== undefined) return ended;
  try {
    return judgeIt(readEvidence(wire, model));
  } catch (error) {
    // Evidence that we cannot read or judge (nested deeper than our stack, say) is one run's matter and not the others'.
    const { name, message } = error as Error;
    return inconclusive(error instanceof EvidenceError ? message : `judging failed: ${name}: ${message}`);
  }
}

function inconclusive(detail: string): Inconclusive {
  return { kind: 'inconclusive', reason: 'harness', detail };
}
