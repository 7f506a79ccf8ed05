import { answerBridge } from '../deferred/answer.ts';
import type { Assembled } from '../deferred/assemble.ts';
import type { ToolSearchSettings } from '../deferred/settings.ts';
import { unwrapCall } from '../deferred/unwrap.ts';
import { renderError } from '../results/failure.ts';
import type { JsonObject, RegisteredTool } from '../types.ts';
import type { ToolCall } from './completion.ts';
import type { Dispatched } from './loop.ts';

export interface DispatchContext {
  settings: ToolSearchSettings;
  /** The tools of this moment, which may be others than those that the model was offered. */
  current: () => readonly RegisteredTool[];
  /** Gives up the calls that are under way. */
  signal?: AbortSignal;
}

/**
 * Makes the function that finds out what a tool call of the model comes to. A `tool_call` stands for the tool that it
 * names, so that its message, and whether it may overlap with others, are those of that tool. A call that cannot be made
 * is answered with an error for the model, and is never sent to a server; neither is one of a tool that has gone since
 * the model saw it.
 */
export function createDispatcher(
  { direct, deferred }: Pick<Assembled, 'direct' | 'deferred'>,
  { settings, current, signal }: DispatchContext,
): (call: ToolCall) => Promise<Dispatched> {
  const call = ({ name, parallel }: RegisteredTool, args: JsonObject): Dispatched =>
    answer(name, parallel, async () => {
      // Looked up when its turn comes: a call before it in the batch may have changed the tools.
      const tool = current().find((each) => each.name === name);
      if (tool === undefined) return renderError(withdrawn(name));
      return tool.call(args, signal === undefined ? {} : { signal });
    });
  return async ({ name, arguments: text }) => {
    const args = parseArguments(text);
    if (args === undefined) {
      return refuse(
        name,
        `Expected the arguments of '${name}' to be a JSON object, got ${kindOf(text)}. The tool was not run.`,
      );
    }
    if (deferred.length > 0) {
      if (name === 'tool_search' || name === 'tool_describe') {
        return answer(name, true, async () => answerBridge(name, args, deferred, { settings, direct }));
      }
      if (name === 'tool_call') {
        const meant = await unwrapCall(args, deferred, direct);
        if (meant.kind === 'error') return answer(name, false, async () => meant.text);
        return call(meant.tool, meant.args);
      }
    }
    const tool = direct.find((each) => each.name === name);
    if (tool !== undefined) return call(tool, args);
    if (deferred.some((each) => each.name === name)) {
      return refuse(name, `'${name}' is called through tool_call, after tool_describe has shown its parameters.`);
    }
    return refuse(name, `No tool is named '${name}'. Call only tools that you were given.`);
  };
}

function withdrawn(name: string): string {
  return `'${name}' was not run: its server does not offer it any more, or is not connected. Find another way.`;
}

function answer(toolName: string, parallel: boolean, run: () => Promise<string>): Dispatched {
  return { toolName, parallel, run };
}

function refuse(toolName: string, message: string): Dispatched {
  return answer(toolName, false, async () => renderError(message));
}

/** The arguments of a call; models leave them out, or blank, where a tool takes none. */
function parseArguments(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const args: unknown = JSON.parse(text);
    return typeof args === 'object' && args !== null && !Array.isArray(args) ? (args as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function kindOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
  } catch {
    return 'text that is no valid JSON';
  }
}
