import { canary } from '../canary.ts';
import type { ToolInScenario } from '../define.ts';
import type { BehaviourCheck, CheckOutcome, Evidence, JsonObject } from '../types.ts';
import { placeOf, told } from './model.ts';
import { notAsked, when } from './outcome.ts';
import { callsOf } from './wire.ts';

/** A tool of a behaviour scenario with the tokens that it is known by. */
export interface MarkedTool {
  name: string;
  /** In its description. */
  mark: string;
  /** In its answer. */
  answer: string;
  served: ToolInScenario;
}

/** A tool that answers with a plain text. `part` names it among those of the scenario; `about` says what it does. */
export function markedTool(
  scenario: string,
  { name, part, about, definition }: { name: string; part: string; about: string; definition?: JsonObject },
): MarkedTool {
  const [mark, answer] = [canary('dsc', part, scenario), canary('cnt', part, scenario)];
  return {
    name,
    mark,
    answer,
    served: {
      name,
      description: `${about} Marked ${mark}.`,
      ...(definition && { definition }),
      answer: { result: { content: [{ type: 'text', text: `The tool answers ${answer} and nothing else.` }] } },
    },
  };
}

/** Whether the answer of a tool reached the model. Nothing can be said where the tool was never called. */
export function answerArrives(evidence: Evidence, tool: MarkedTool): CheckOutcome {
  if (callsOf(evidence, tool.name).length === 0) return notAsked(`${tool.name} was never called`);
  const places = told(evidence, tool.answer).map(placeOf);
  return when(places.length > 0, places.slice(0, 1));
}

/** A check that must be met. */
export function must(id: string, text: string, ask: BehaviourCheck['ask'], given?: string): BehaviourCheck {
  return { id, level: 'must', text, ...(given !== undefined && { given }), ask };
}

/** A check that a client may leave unmet. */
export function may(id: string, text: string, ask: BehaviourCheck['ask'], given?: string): BehaviourCheck {
  return { ...must(id, text, ask, given), level: 'may' };
}
