import type { Evidence, Scenario } from '../../scenarios/types.ts';
import { findCall } from './find-call.ts';
import type { Envelope, Surrounding } from './types.ts';

/** The two names that an envelope may hold. */
export interface ToolNames {
  /** The client's own name of the tool. */
  client: string;
  /** The server's. */
  served: string;
}

/**
 * Learns what a client puts around every result from its calibration run: what stands before the head token and after
 * the tail token in the tool message of the first call (a result) and of the second (an error result). Names of the tool
 * become `{{tool}}` and `{{served tool}}`. A surrounding is absent where it cannot be learnt: no such call, a lost token.
 */
export function deriveEnvelope(calibration: Scenario, evidence: Evidence): Envelope {
  const { judgement } = calibration;
  if (judgement.kind !== 'calibration') {
    throw new TypeError(`Expected a calibration scenario, got one of kind ${judgement.kind} (${calibration.id})`);
  }
  const result = learn(calibration, 0, judgement.result, evidence);
  const error = learn(calibration, 1, judgement.error, evidence);
  return { ...(result && { result }), ...(error && { error }) };
}

function learn(
  calibration: Scenario,
  index: number,
  { head, tail }: { head: string; tail: string },
  evidence: Evidence,
): Surrounding | undefined {
  const found = findCall(calibration, index, evidence);
  const text = found.kind === 'found' ? found.message.text : '';
  const start = text.indexOf(head);
  const end = text.lastIndexOf(tail);
  if (found.kind !== 'found' || start < 0 || end < start) return undefined;
  const names = { client: found.call.target, served: found.served };
  return {
    prefix: forgetNames(text.slice(0, start), names),
    suffix: forgetNames(text.slice(end + tail.length), names),
  };
}

function forgetNames(text: string, { client, served }: ToolNames): string {
  // The client's name first: it usually ends in the server's.
  return text.replaceAll(client, '{{tool}}').replaceAll(served, '{{served tool}}');
}

/** The surrounding as it stands around the result of one tool. */
export function putNames({ prefix, suffix }: Surrounding, { client, served }: ToolNames): Surrounding {
  const put = (text: string): string =>
    text.replaceAll('{{tool}}', () => client).replaceAll('{{served tool}}', () => served);
  return { prefix: put(prefix), suffix: put(suffix) };
}
