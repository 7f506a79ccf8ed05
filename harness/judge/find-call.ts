import { servedTools } from '../../scenarios/served.ts';
import type { Evidence, ModelCall, ModelExchange, Scenario, ServedTool } from '../../scenarios/types.ts';
import { isObject } from '../json.ts';
import { isMarked, isNameOf, wasOffered } from './offered.ts';
import { readToolMessage, type ToolMessage } from './tool-message.ts';
import type { Inconclusive, InconclusiveReason } from './types.ts';
import { findWireCalls, type WireCall, wasListed } from './wire-call.ts';

/** A scripted call, followed from the model's answer over the wire to the request that told the model how it ended. */
export interface FoundCall {
  kind: 'found';
  /** The server's name of the tool. */
  served: string;
  call: ModelCall;
  wire: WireCall;
  /** What the client told the model about this call. */
  message: ToolMessage;
  /** The first model request after the answer, and all later ones. */
  requests: ModelExchange[];
}

/** The server listed the tool and the model was never shown it. */
export interface HiddenTool {
  kind: 'hidden';
}

/**
 * Follows the scripted call number `index`. What is missing is said in the order in which it could have happened: no
 * model request at all, a tool that was never offered (a verdict of its own), a tool that was not called, a call that did
 * not reach the wire, an answer that is not there, an answer that no later request followed.
 */
export function findCall(scenario: Scenario, index: number, evidence: Evidence): FoundCall | HiddenTool | Inconclusive {
  const definition = scriptedTool(scenario, index);
  const requests = evidence.model.filter(({ body }) => isObject(body));
  if (requests.length === 0) return missing('no-model-request', 'The client sent no request to its model.');
  const onWire = findWireCalls(evidence, definition.name);
  const listed = wasListed(evidence, definition.name);
  if (onWire.length === 0 && listed && !wasOffered(requests, definition)) return { kind: 'hidden' };
  const asked = findModelCall(requests, { definition, onWire: onWire.length, fromEnd: scenario.script.length - index });
  if (asked === undefined) {
    const offer = listed ? 'was offered' : 'was never listed by the server';
    return missing('tool-not-called', `The tool ${definition.name} ${offer}, and no model answer asked for it.`);
  }
  const [wire] = [...onWire.filter(({ result }) => result !== undefined), ...onWire];
  if (wire === undefined) {
    return missing('call-not-on-wire', `The model asked for ${asked.call.target}, and no tools/call followed.`);
  }
  // The fixture answers every call, so it is the evidence that lacks something, and not the client.
  if (!wire.answered) return missing('harness', `The answer to the call of ${definition.name} is not on the wire.`);
  const told = requestsAfter(requests, asked);
  const [first] = told;
  if (first === undefined) {
    return missing('no-model-request', `The call of ${asked.call.target} was the last that the model heard of.`);
  }
  const message = readToolMessage(asked, first);
  return { kind: 'found', served: definition.name, call: asked.call, wire, message, requests: told };
}

function scriptedTool({ id, script, serve }: Scenario, index: number): ServedTool['definition'] {
  const name = script[index]?.tool;
  const served = servedTools(serve).find(({ definition }) => definition.name === name);
  if (served === undefined) {
    throw new TypeError(
      `Expected scripted call ${index + 1} to name a served tool, got ${name ?? 'no such call'} (${id})`,
    );
  }
  return served.definition;
}

function missing(reason: InconclusiveReason, detail: string): Inconclusive {
  return { kind: 'inconclusive', reason, detail };
}

/** A model's call, and the request whose answer made it. */
interface AskedCall {
  exchange: ModelExchange;
  call: ModelCall;
}

/**
 * By the tool's name, or by the offered tool that carries its mark. When a bridge hides both, and the wire shows that the
 * call was made, it is counted from the end: the model says nothing more after its script.
 */
function findModelCall(
  requests: ModelExchange[],
  { definition, onWire, fromEnd }: { definition: ServedTool['definition']; onWire: number; fromEnd: number },
): AskedCall | undefined {
  const calls = requests.flatMap((exchange) => exchange.calls.map((call) => ({ exchange, call })));
  const marked = new Set(
    requests.flatMap(({ tools }) =>
      tools.filter((tool) => isMarked(tool.description, definition)).map(({ name }) => name),
    ),
  );
  const named = calls.filter(({ call }) => isNameOf(call.target, definition.name) || marked.has(call.target));
  if (named.length === 0) return onWire > 0 ? calls.at(-fromEnd) : undefined;
  // Asked for more often than it was called: the client refused the first ones itself, and the script asked again.
  return named[Math.max(0, named.length - Math.max(1, onWire))];
}

function requestsAfter(requests: ModelExchange[], { exchange, call }: AskedCall): ModelExchange[] {
  const later = requests.slice(requests.indexOf(exchange) + 1);
  const first = later.findIndex(({ results }) => results.some(({ callId }) => callId === call.id));
  return later.slice(Math.max(0, first));
}
