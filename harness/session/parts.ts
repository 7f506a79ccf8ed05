import type { Scenario, ScriptedCall } from '../../scenarios/types.ts';

/** A stretch of a session: the calls of one scenario, or a call between that only keeps errors apart. */
export interface Part {
  /** Absent for a call between. */
  scenario?: Scenario;
  calls: ScriptedCall[];
}

/**
 * The parts of a session, the calibration scenario first. A client's circuit breaker opens at three errors in a row, so
 * that after each scenario that may end in one comes another that does not; where none is left, the calibration's first
 * call, a plain result, is made once more.
 */
export function orderParts(calibration: Scenario, scenarios: Scenario[]): Part[] {
  const part = (scenario: Scenario): Part => ({ scenario, calls: scenario.script });
  const [plain, failing] = [
    scenarios.filter((scenario) => !mayEndInError(scenario)),
    scenarios.filter((scenario) => mayEndInError(scenario)),
  ];
  const parts = [part(calibration)];
  for (const scenario of failing) {
    const between = plain.shift();
    parts.push(between === undefined ? { calls: calibration.script.slice(0, 1) } : part(between), part(scenario));
  }
  return [...parts, ...plain.map(part)];
}

/** Whether a client may take what a scenario serves for an error, in whatever revision and however strict it is. */
export function mayEndInError({ serve, judgement }: Scenario): boolean {
  const expected = judgement.kind === 'fields' && judgement.checks.some(({ told }) => told === 'error');
  return expected || serve.pages.flat().some(({ answer }) => !('result' in answer) || !isPlain(answer.result));
}

/** A result that every revision allows and that says of itself that all went well. */
function isPlain({ content, structuredContent, isError }: Record<string, unknown>): boolean {
  const structured =
    structuredContent === undefined || (structuredContent instanceof Object && !Array.isArray(structuredContent));
  return Array.isArray(content) && structured && isError !== true;
}
