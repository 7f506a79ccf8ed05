import type { BehaviourVerdict, FieldsVerdict } from '../../data/types/record.ts';
import type { Evidence, FieldJudgement, Scenario } from '../../scenarios/types.ts';
import { type Arrival, findArrival } from './arrival.ts';
import { judgeBehaviour } from './behaviour.ts';
import { answerChecks } from './checks.ts';
import { countCost } from './cost.ts';
import { type FoundCall, findCall, type HiddenTool } from './find-call.ts';
import { invalidClientFrames } from './frames/invalid.ts';
import { isMarkedAsError } from './mark.ts';
import { readRevision } from './revision.ts';
import { findTokens } from './search/find-tokens.ts';
import { writeShort } from './short.ts';
import type { Envelope, Inconclusive, Judged } from './types.ts';
import { wrapperOf } from './wrapper.ts';

/**
 * The verdict on a run: a pure function of its stored bytes, what the scenario declares, and the envelope that the
 * client's calibration run showed ({@link deriveEnvelope}). No scenario is known by name: a result scenario is judged by
 * the fields that it declares. That a process crashed or hung is the launcher's to say. A calibration run has no verdict.
 */
export function judge(scenario: Scenario, evidence: Evidence, envelope: Envelope): Judged | Inconclusive {
  const { judgement } = scenario;
  switch (judgement.kind) {
    case 'fields': {
      const found = findCall(scenario, 0, evidence);
      if (found.kind === 'inconclusive') return found;
      const unsent = found.kind === 'found' ? findUnsent(judgement, evidence) : undefined;
      if (unsent !== undefined)
        return {
          kind: 'inconclusive',
          reason: 'harness',
          detail: `The server never sent ${unsent}, which the scenario declares.`,
        };
      return complete(judgeFields(judgement, found, envelope), [found], { evidence, envelope });
    }
    case 'behaviour': {
      const verdict = judgeBehaviour(scenario, evidence);
      if (verdict.kind === 'inconclusive') return verdict;
      const calls = Array.from(scenario.script.keys(), (index) => findCall(scenario, index, evidence));
      return complete(verdict, calls, { evidence, envelope });
    }
    case 'calibration':
      return { kind: 'inconclusive', reason: 'harness', detail: 'A calibration run has no verdict.' };
    default:
      return judgement satisfies never;
  }
}

/** A token that the scenario declares and no frame of the server carries: then the evidence is not this scenario's. */
function findUnsent({ fields }: FieldJudgement, { wire }: Evidence): string | undefined {
  const tokens = fields.flatMap(({ canaries }) => canaries.map(({ token }) => token));
  const frames = wire.filter(({ dir, text }) => dir === 's2c' && text !== '');
  const sent = new Set(frames.flatMap(({ text }) => findTokens(text, tokens)).map(({ token }) => token));
  return tokens.find((token) => !sent.has(token));
}

function judgeFields(
  { fields, checks }: FieldJudgement,
  found: FoundCall | HiddenTool,
  envelope: Envelope,
): FieldsVerdict {
  const arrival: Arrival = found.kind === 'hidden' ? found : findArrival(fields, found, envelope);
  const seen = arrival.kind === 'fields' ? arrival.fields : [];
  return {
    checks: answerChecks(checks, arrival, found.kind === 'found' && isMarkedAsError(found, envelope)),
    fields: seen,
    kind: 'fields',
    order: arrival.kind === 'fields' ? arrival.order : [],
    said: 'said' in arrival ? arrival.said : null,
    short: writeShort(arrival),
  };
}

/** What a record says about the run beside its verdict. */
function complete(
  verdict: FieldsVerdict | BehaviourVerdict,
  calls: (FoundCall | HiddenTool | Inconclusive)[],
  { evidence, envelope }: { evidence: Evidence; envelope: Envelope },
): Judged {
  const found = calls.filter((call) => call.kind === 'found');
  return {
    kind: 'judged',
    verdict,
    offeredAs: found[0]?.call.target ?? null,
    protocolVersion: readRevision(evidence, found[0]?.wire.frame),
    cost: countCost(found.flatMap(({ message }) => message.texts)),
    wire: {
      clientFramesInvalid: invalidClientFrames(evidence.wire),
      processes: new Set(evidence.wire.map(({ process }) => process)).size,
    },
    wrapper: wrapperOf(envelope),
  };
}
