import type { Execution } from '../../fixture-server/behaviour/ledger.ts';
import { answerOf, type ChaosServer, isHarmful, type PlannedCall } from './plan.ts';

/** What a call came to, by the text that the model is given. */
export type Outcome = 'answered' | 'uncertain' | 'failed';

export function outcomeOf(tool: string, text: string): Outcome {
  if (text.includes(answerOf(tool))) return 'answered';
  return text.includes('"outcome_uncertain"') ? 'uncertain' : 'failed';
}

/**
 * Holds what the client said of the calls of one server against what the server did. Answers with everything that must
 * not be, in words; nothing when all is well.
 *
 * @param texts what the model is given, by tool
 */
export function judge(
  { name, calls }: Pick<ChaosServer, 'name' | 'calls'>,
  texts: ReadonlyMap<string, string>,
  ledger: readonly Pick<Execution, 'tool'>[],
): string[] {
  const told = (call: PlannedCall, what: string) => {
    const fault = call.fault === undefined ? 'no fault of its own' : `its server ${call.fault.name}`;
    return `${name}: ${call.tool} (${fault}) ${what}: ${texts.get(call.tool) ?? 'no answer'}`;
  };
  const outcomes = calls.map((call) => outcomeOf(call.tool, texts.get(call.tool) ?? ''));
  const complaints = calls.flatMap((call, index) => {
    const times = ledger.filter(({ tool }) => tool === call.tool).length;
    const outcome = outcomes[index];
    if (call.writes && times > 1) return [told(call, `was carried out ${times} times, and answered`)];
    if (outcome === 'answered' && times === 0) return [told(call, 'was never carried out, and answered')];
    if (outcome !== 'answered' && !call.touched) return [told(call, 'was touched by no fault, and answered')];
    return [];
  });
  const harmful = calls.filter(isHarmful).length;
  const uncertain = outcomes.filter((outcome) => outcome === 'uncertain').length;
  const lost = outcomes.filter((outcome) => outcome !== 'answered').length;
  if (uncertain > harmful) complaints.push(`${name}: ${harmful} faults, and ${uncertain} calls are uncertain`);
  if (lost > harmful) complaints.push(`${name}: ${harmful} faults, and ${lost} calls have no answer`);
  return complaints;
}
