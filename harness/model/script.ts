import type { ScriptedCall } from '../../scenarios/types.ts';
import { callOf, nextOfBridge, type ToolCall } from './bridge/next.ts';
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
  const call = wanted && nextCall(request, wanted, steps, marks);
  if (call === undefined) return { kind: 'text', text: gaveUp ? 'The tool for this cannot be reached.' : 'All done.' };
  return {
    kind: 'calls',
    calls: [{ id: `call_${id}`, ...call, arguments: JSON.stringify(call.arguments) }],
  };
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
): ToolCall | undefined {
  if (steps.length >= TURNS_PER_CALL) return undefined;
  const mark = marks[wanted.tool];
  const direct = listedTool(request, wanted.tool, mark);
  return direct === undefined ? nextOfBridge(request.tools, wanted, steps, mark) : callOf(direct, wanted.arguments);
}
