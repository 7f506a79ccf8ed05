import type { FieldsVerdict } from '../../../data/types/record.ts';
import { calibration, resultScenarios } from '../../../scenarios/index.ts';
import type { Scenario } from '../../../scenarios/types.ts';
import { deriveEnvelope } from '../envelope.ts';
import { readEvidence } from '../evidence.ts';
import { judge } from '../judge.ts';
import type { Envelope, Judged } from '../types.ts';
import { tellLikeHermes } from './hermes-like.ts';
import { type StoredRun, type StoredRunOptions, storeRun } from './stored-run.ts';

/** The result scenario of that name, without its prefix. */
export function scenarioOf(name: string): Scenario {
  const scenario = resultScenarios.find(({ id }) => id === `tools.result.${name}`);
  if (scenario === undefined) throw new TypeError(`Expected a result scenario, got ${name}`);
  return scenario;
}

/** The envelope of the honest client. */
export function learnEnvelope(revision = '2025-11-25'): Envelope {
  const { wire, model } = storeRun({ scenario: calibration, revision, tell: tellLikeHermes(calibration, revision) });
  return deriveEnvelope(calibration, readEvidence(wire, model));
}

/** Judges stored files with the honest client's envelope. Throws when they are inconclusive. */
function judgeStored(scenario: Scenario, { wire, model }: StoredRun, revision?: string): Judged {
  const judged = judge(scenario, readEvidence(wire, model), learnEnvelope(revision));
  if (judged.kind === 'inconclusive') throw new Error(`${judged.reason}: ${judged.detail}`);
  return judged;
}

export function judgeRun(options: StoredRunOptions): Judged {
  return judgeStored(options.scenario, storeRun(options), options.revision);
}

/** The verdict on a client that gives its model `content` as the tool message of a scenario's only call. */
export function verdictOn(
  name: string,
  content: Parameters<typeof storeRun>[0]['tell'] | string,
  rest: Partial<StoredRunOptions> = {},
): FieldsVerdict {
  const tell = typeof content === 'string' ? () => content : content;
  const { verdict } = judgeRun({ scenario: scenarioOf(name), tell, ...rest });
  if (verdict.kind !== 'fields') throw new TypeError(`Expected a verdict on fields, got ${verdict.kind}`);
  return verdict;
}
