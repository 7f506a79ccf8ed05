import { calibration } from '../../../scenarios/index.ts';
import type { Scenario } from '../../../scenarios/types.ts';
import { deriveEnvelope } from '../../judge/envelope.ts';
import { readEvidence } from '../../judge/evidence.ts';
import { judge } from '../../judge/judge.ts';
import type { Envelope, Inconclusive, Judged } from '../../judge/types.ts';

/** The two files of a run. */
export interface Files {
  wire: string;
  model: string;
}

export function envelopeOf({ wire, model }: Files): Envelope {
  return deriveEnvelope(calibration, readEvidence(wire, model));
}

export function judged(scenario: Scenario, { wire, model }: Files, envelope: Envelope): Judged | Inconclusive {
  return judge(scenario, readEvidence(wire, model), envelope);
}

type Verdict = Judged | Inconclusive;

/** A verdict without offsets, which may differ inside of texts that were cut. */
export function withoutOffsets(verdict: Verdict): unknown {
  return JSON.parse(JSON.stringify(verdict, (key, value: unknown) => (key === 'offset' ? undefined : value)));
}
