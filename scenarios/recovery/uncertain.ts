import { notAsked, when } from '../ask/outcome.ts';
import type { MarkedTool } from '../ask/tool.ts';
import { callsOf, placesOf } from '../ask/wire.ts';
import type { CheckOutcome, Evidence, ModelExchange } from '../types.ts';

/** What a client may call an outcome that nobody knows. */
const UNCERTAIN =
  /uncertain|unknown outcome|outcome is unknown|unclear|not known|may or may not|may have (?:been|taken|completed|happened|run)|might have|verify|check (?:whether|if)/i;

/** Whether the model is told, as the result of the call, that nobody knows whether it took effect. */
export function tellsOfTheUncertain(evidence: Evidence, tool: MarkedTool): CheckOutcome {
  if (callsOf(evidence, tool.name).length === 0) return notAsked(`${tool.name} was never called`);
  const places = toldAsResult(evidence.model, tool);
  return when(places.length > 0, places.slice(0, 1));
}

/** Whether a call reached the server's side once, and never again. */
export function sentOnce(evidence: Evidence, tool: MarkedTool): CheckOutcome {
  const calls = callsOf(evidence, tool.name);
  if (calls.length === 0) return notAsked(`${tool.name} was never called`);
  return when(calls.length === 1, placesOf(calls));
}

/** The results of calls that the model made of the tool, by its mark where it is listed, else by the end of its name. */
function toldAsResult(model: ModelExchange[], { mark, name }: MarkedTool) {
  const listed = new Set(
    model.flatMap(({ tools }) => tools.filter((tool) => tool.description.includes(mark)).map((tool) => tool.name)),
  );
  const mine = new Set(
    model
      .flatMap(({ calls }) => calls)
      .filter(({ target }) => listed.has(target) || plain(target).endsWith(plain(name)))
      .map(({ id }) => id),
  );
  return model.flatMap(({ line, results }) =>
    results
      .filter(({ callId, texts }) => mine.has(callId) && texts.some(({ text }) => UNCERTAIN.test(text)))
      .map(({ pointer }) => ({ line, pointer, offset: 0 })),
  );
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]+/g, '_').toLowerCase();
}
