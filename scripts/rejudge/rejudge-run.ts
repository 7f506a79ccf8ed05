import type { RunRecord } from '../../data/types/record.ts';
import { makeRecord } from '../../harness/capture/record.ts';
import { deriveEnvelope } from '../../harness/judge/envelope.ts';
import { readEvidence } from '../../harness/judge/evidence.ts';
import { judge } from '../../harness/judge/judge.ts';
import type { Envelope, Inconclusive } from '../../harness/judge/types.ts';
import type { Run } from '../../harness/plan/run.ts';
import type { Scenario } from '../../scenarios/types.ts';

/** The evidence files of a run, as text. */
export interface Lines {
  wire: string;
  model: string;
  /** What of the client's log is evidence, where the scenario asks for it. */
  told?: string;
}

/** The envelope that a stored calibration run shows. Throws EvidenceError when a line cannot be read. */
export function calibrate(calibration: Scenario, { wire, model }: Lines): Envelope {
  return deriveEnvelope(calibration, readEvidence(wire, model));
}

/**
 * The record that stored bytes give today, or why they give none. `fixtureVersion` is the stored one: which fixture
 * wrote the bytes is a fact about the run that the bytes do not tell. Throws EvidenceError when a line cannot be read.
 */
export function rejudgeRun(
  run: Run,
  scenario: Scenario,
  { wire, model, told }: Lines,
  { envelope, fixtureVersion }: { envelope: Envelope; fixtureVersion: string },
): RunRecord | Inconclusive {
  const judged = judge(scenario, readEvidence(wire, model, told), envelope);
  if (judged.kind === 'inconclusive') return judged;
  return { ...makeRecord(run, scenario.capability, judged), fixtureVersion };
}
