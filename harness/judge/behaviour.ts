import type { BehaviourCheckOutcome, BehaviourVerdict } from '../../data/types/record.ts';
import type { Evidence, Scenario } from '../../scenarios/types.ts';
import { isObject } from '../json.ts';
import { findCall } from './find-call.ts';
import type { Inconclusive } from './types.ts';

/**
 * Asks the named checks of a behaviour scenario and sums them up: full, all were met; unsupported, no `must` check was
 * met; partial, anything between. A check that could not be asked is left out where the one that it is `given` was not met:
 * the client never came to it. Any other makes the run inconclusive: for the reason that stopped the first scripted call
 * that was stopped, or else `harness`, because then the evidence lacks what the scenario promised.
 */
export function judgeBehaviour(scenario: Scenario, evidence: Evidence): BehaviourVerdict | Inconclusive {
  const { judgement, script } = scenario;
  if (judgement.kind !== 'behaviour') {
    throw new TypeError(`Expected a behaviour scenario, got one of kind ${judgement.kind} (${scenario.id})`);
  }
  // Where a client cannot use its server, it may have had no reason to ask its model anything.
  const mustAsk = script.length > 0 && scenario.mayFail !== true;
  if (mustAsk && !evidence.model.some(({ body }) => isObject(body))) {
    return { kind: 'inconclusive', reason: 'no-model-request', detail: 'The client sent no request to its model.' };
  }
  const answers = judgement.checks.map((check) => ({ check, answer: check.ask(evidence) }));
  const missed = new Set(answers.filter(({ answer }) => answer.outcome === 'not met').map(({ check }) => check.id));
  const checks: BehaviourCheckOutcome[] = [];
  for (const { check, answer } of answers) {
    const { id, level, given } = check;
    if (answer.outcome !== 'not asked') checks.push({ id, level, outcome: answer.outcome, places: answer.places });
    else if (given === undefined || !missed.has(given))
      return notAsked(scenario, evidence, `Check ${id} could not be asked: ${answer.reason}`);
  }
  return { checks, kind: 'behaviour', ...sumUp(checks, answers.length - checks.length) };
}

function sumUp(checks: BehaviourCheckOutcome[], unasked: number): Pick<BehaviourVerdict, 'status' | 'short'> {
  const met = checks.filter(({ outcome }) => outcome === 'met');
  const status =
    met.length === checks.length ? 'full' : met.some(({ level }) => level === 'must') ? 'partial' : 'unsupported';
  const counted = `${met.length} of ${checks.length} ${checks.length === 1 ? 'check' : 'checks'}`;
  return { status, short: `${status}: ${counted}${unasked === 0 ? '' : `, ${unasked} not asked`}` };
}

function notAsked(scenario: Scenario, evidence: Evidence, detail: string): Inconclusive {
  for (const index of scenario.script.keys()) {
    const call = findCall(scenario, index, evidence);
    if (call.kind === 'inconclusive') return { ...call, detail: `${detail}. ${call.detail}` };
  }
  return { kind: 'inconclusive', reason: 'harness', detail };
}
