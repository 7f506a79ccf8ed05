import { findCanaries } from '../../scenarios/canary.ts';
import { servedTools } from '../../scenarios/served.ts';
import type { Scenario } from '../../scenarios/types.ts';

/** The tokens in the descriptions of a scenario's tools, by tool: they find a tool whose name a client has changed. */
export function marksOf(scenario: Scenario): Record<string, string> {
  const marks: Record<string, string> = {};
  for (const { definition } of servedTools(scenario.serve)) {
    const [mark] = findCanaries(definition.description);
    if (mark !== undefined) marks[definition.name] = mark.token;
  }
  return marks;
}
