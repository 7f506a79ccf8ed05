import type { Evidence, ModelExchange, Scenario } from '../../scenarios/types.ts';
import { marksOf } from '../launch/marks.ts';
import type { Dialect } from '../model/dialect.ts';
import { scriptProgress } from '../model/script.ts';
import type { Part } from './parts.ts';

/**
 * Cuts the evidence of a session into that of its parts. A part has the requests of the model from the one that is
 * answered with its first call to the one that carries the result of its last, or in which that was given up, just as
 * an isolated run has; the answer to this one belongs to the next part. A part that the talk never came to has none of
 * them. Requests that are no turn of the talk, and the wire, belong to all parts: there, tools are told apart by name.
 */
export function sliceSession(
  { scenario, parts }: { scenario: Scenario; parts: Part[] },
  evidence: Evidence,
  dialect: Dialect,
): Evidence[] {
  const turns = new Map<ModelExchange, number>();
  for (const exchange of evidence.model) {
    const over = callsOver(exchange, scenario, dialect);
    if (over !== undefined) turns.set(exchange, over);
  }
  let next = 0;
  return parts.map(({ calls }) => {
    const [from, to] = [next, next + calls.length];
    next = to;
    let ended = false;
    const model = evidence.model.flatMap((exchange): ModelExchange[] => {
      const over = turns.get(exchange);
      if (over === undefined) return [exchange];
      if (ended || over < from) return [];
      ended = over >= to;
      return [ended ? { ...exchange, calls: [] } : exchange];
    });
    return { wire: evidence.wire, model };
  });
}

/** How many calls of the script are over when a request is sent; undefined for what is no turn of the talk. */
function callsOver({ body, tools, results }: ModelExchange, scenario: Scenario, dialect: Dialect): number | undefined {
  if (body === undefined || tools.length + results.length === 0) return undefined;
  return scriptProgress(dialect.read(body, ''), scenario.script, marksOf(scenario)).over;
}
