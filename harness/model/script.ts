import type { ScriptedCall } from '../../scenarios/types.ts';
import { nextOfBridge } from './bridge/next.ts';
import type { ModelRequest, Reply } from './dialect.ts';
import { listedTool, readProgress } from './progress.ts';

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
 * `tool_describe`, `tool_call`) where it does not; where neither holds it the talk ends at once. A pure function.
 */
export function nextReply(request: ModelRequest, script: ScriptedCall[], { id, marks }: ScriptContext): Reply {
  const { wanted, steps } = readProgress(request, script, marks);
  if (wanted === undefined) return say('All done.');
  if (steps.length >= TURNS_PER_CALL) return say('This leads nowhere, so it ends here.');
  const mark = marks[wanted.tool];
  const direct = listedTool(request, wanted.tool, mark);
  const call =
    direct === undefined
      ? nextOfBridge(request.tools, wanted, steps, mark)
      : { name: direct.name, arguments: wanted.arguments };
  if (call === undefined) return say('The tool for this is not offered.');
  return {
    kind: 'calls',
    calls: [{ id: `call_${id}`, name: call.name, arguments: JSON.stringify(call.arguments) }],
  };
}

function say(text: string): Reply {
  return { kind: 'text', text };
}
