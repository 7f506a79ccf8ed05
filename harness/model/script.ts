import type { ScriptedCall } from '../../scenarios/types.ts';
import { bridgeKind } from './bridge/kind.ts';
import { callOf, callOfBridge, nextOfBridge, type ToolCall } from './bridge/next.ts';
import type { ModelRequest, Reply } from './dialect.ts';
import { listedTool, type Progress, readProgress, type Step } from './progress.ts';

/** What {@link nextReply} needs beside the request. */
export interface ScriptContext {
  /** Names this turn; the id of a call is made from it. */
  id: string;
  /** By the server's name of a tool: a token in its description, which finds it where a client has cut the name. */
  marks: Record<string, string>;
}

/** A call that is still not done after so many turns never will be. */
export const TURNS_PER_CALL = 6;

/**
 * What the model says next: the first scripted call that the request's history does not answer, else a text that ends
 * the talk. A tool is called directly where the request lists it, through the client's bridge (`tool_search`,
 * `tool_describe`, `tool_call`) where it does not; where neither leads to it, the next one's turn has come. A pure
 * function.
 */
export function nextReply(request: ModelRequest, script: ScriptedCall[], { id, marks }: ScriptContext): Reply {
  const { over, gaveUp, steps } = scriptProgress(request, script, marks);
  const wanted = script[over];
  const others = togetherWith(script.slice(over));
  const call = wanted && nextCall(request, wanted, steps, marks, others);
  if (call === undefined) return { kind: 'text', text: gaveUp ? 'The tool for this cannot be reached.' : 'All done.' };
  const calls = [call, ...callsTogether(request, call, others, { steps, marks })];
  return {
    kind: 'calls',
    ...(wanted?.thinks !== undefined && steps.length === 0 && { thinks: wanted.thinks }),
    calls: calls.map((each, index) => ({
      id: index === 0 ? `call_${id}` : `call_${id}_${index + 1}`,
      ...each,
      arguments: JSON.stringify(each.arguments),
    })),
  };
}

/**
 * The calls that are to be asked for in the turn in which `first` is made; none where one of them cannot be: the client
 * neither lists its tool, nor has a search of the first one's found it behind a bridge.
 */
function callsTogether(
  { tools, ...request }: ModelRequest,
  first: ToolCall,
  others: ScriptedCall[],
  { steps, marks }: { steps: Step[]; marks: Record<string, string> },
): ToolCall[] {
  const step = bridgeKind(first.name);
  if (step === 'search' || step === 'describe') return [];
  const calls = others.map((wanted) => {
    const mark = marks[wanted.tool];
    const listed = listedTool({ tools, ...request }, wanted.tool, mark);
    return listed === undefined ? callOfBridge(tools, wanted, steps, mark) : callOf(listed, wanted.arguments);
  });
  const found = calls.filter((each) => each !== undefined);
  return found.length === others.length ? found : [];
}

/** What is to be asked for in the same turn as the first. */
function togetherWith([, ...rest]: ScriptedCall[]): ScriptedCall[] {
  const end = rest.findIndex(({ together }) => together !== true);
  return end < 0 ? rest : rest.slice(0, end);
}

/** How far the script has come when a client sends this request. */
export function scriptProgress(request: ModelRequest, script: ScriptedCall[], marks: Record<string, string>): Progress {
  return readProgress(request, script, marks, (wanted, steps) => nextCall(request, wanted, steps, marks) !== undefined);
}

/** Undefined when nothing more can be done to call the tool. */
function nextCall(
  request: ModelRequest,
  wanted: ScriptedCall,
  steps: Step[],
  marks: Record<string, string>,
  others: ScriptedCall[] = [],
): ToolCall | undefined {
  if (steps.length >= TURNS_PER_CALL) return undefined;
  const mark = marks[wanted.tool];
  const direct = listedTool(request, wanted.tool, mark);
  if (direct !== undefined) return callOf(direct, wanted.arguments);
  return nextOfBridge(
    request.tools,
    wanted,
    steps,
    mark,
    others.map(({ tool }) => tool),
  );
}
