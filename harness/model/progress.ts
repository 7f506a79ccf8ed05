import type { ModelCall, ScriptedCall } from '../../scenarios/types.ts';
import { type BridgeKind, bridgeKind } from './bridge/kind.ts';
import { readMatches } from './bridge/matches.ts';
import { suggestedName } from './bridge/refusals.ts';
import type { ModelRequest, RequestTool } from './dialect.ts';
import { closeness, findTool } from './names.ts';

/** A call that the talk's history holds; `answer` is undefined where the request carries no result for it. */
export interface Step {
  kind: BridgeKind;
  call: ModelCall;
  answer: string | undefined;
}

/** How far a talk has come. */
export interface Progress {
  /** How many scripted calls are over: answered or given up. */
  over: number;
  /** Whether the last of these was given up. */
  gaveUp: boolean;
  /** What was already done for the scripted call that is next. */
  steps: Step[];
}

/**
 * Reads the progress from a request's history alone. A scripted call is done when a call of its tool has a result,
 * whatever it says, unless the result is a bridge's advice to use another name; it is given up when `canGoOn` says that
 * nothing more can be done for it, after these steps. Calls that the script did not make, such as those that a client
 * puts into the history by itself, are passed over.
 */
export function readProgress(
  request: ModelRequest,
  script: ScriptedCall[],
  marks: Record<string, string>,
  canGoOn: (wanted: ScriptedCall, steps: Step[]) => boolean,
): Progress {
  const answers = new Map(
    request.results.map(({ callId, texts }) => [callId, texts.map(({ text }) => text).join('\n')]),
  );
  const progress: Progress = { over: 0, gaveUp: false, steps: [] };
  const turnTo = (gaveUp: boolean): void => {
    Object.assign(progress, { over: progress.over + 1, gaveUp, steps: [] });
  };
  /** The scripted call that is next, once those are given up that nothing can be done for and that `mine` leaves. */
  const wantedOf = (mine: (wanted: ScriptedCall) => boolean): ScriptedCall | undefined => {
    let wanted = script[progress.over];
    while (wanted !== undefined && !mine(wanted) && !canGoOn(wanted, progress.steps)) {
      turnTo(true);
      wanted = script[progress.over];
    }
    return wanted;
  };
  for (const call of request.calls) {
    const step: Step = { kind: stepKind(call), call, answer: answers.get(call.id) };
    const mine = ({ tool }: ScriptedCall): boolean =>
      step.kind === 'call' && means(call.target, tool, { request, script, steps: progress.steps, marks });
    const wanted = wantedOf(mine);
    if (wanted === undefined) break;
    if (step.kind === 'call' && !mine(wanted)) continue;
    progress.steps.push(step);
    if (step.kind === 'call' && step.answer !== undefined && adviceOf(step) === undefined) turnTo(false);
  }
  wantedOf(() => false);
  return progress;
}

/** The wanted tool in the request's own list. A bridge is none: its description lists other tools and can hold their marks. */
export function listedTool({ tools }: ModelRequest, tool: string, mark: string | undefined): RequestTool | undefined {
  return findTool(
    tools.filter(({ name }) => bridgeKind(name) === undefined),
    tool,
    mark,
  );
}

/** The other name that a bridge advised when it refused this call. */
export function adviceOf({ call, answer }: Step): string | undefined {
  const bridged = bridgeKind(call.name) === 'call';
  return bridged && answer !== undefined ? suggestedName(answer, call.target) : undefined;
}

/** The wanted tool as the answer of a search names it. */
export function foundBy(search: Step | undefined, tool: string, mark: string | undefined): string | undefined {
  return search?.answer === undefined ? undefined : findTool(readMatches(search.answer), tool, mark)?.name;
}

function stepKind({ name }: ModelCall): BridgeKind {
  return bridgeKind(name) ?? 'call';
}

interface Known {
  request: ModelRequest;
  script: ScriptedCall[];
  steps: Step[];
  marks: Record<string, string>;
}

/** Whether the client's name `target` stands for `tool`: by its form, or because a list or a search said so. */
function means(target: string, tool: string, { request, script, steps, marks }: Known): boolean {
  if (closeness(target, tool) !== undefined) {
    // `s__get_a` ends with `a` too: the longest scripted name that fits is the one that is meant.
    return !script.some((other) => other.tool.length > tool.length && closeness(target, other.tool) !== undefined);
  }
  const mark = marks[tool];
  return (
    listedTool(request, tool, mark)?.name === target ||
    steps.some((step) => step.kind === 'search' && foundBy(step, tool, mark) === target)
  );
}
