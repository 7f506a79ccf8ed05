import type { JsonObject, RegisteredTool } from '../types.ts';
import { checkArguments } from './arguments.ts';
import { readCall } from './call.ts';
import { errorJson } from './error-json.ts';

/** The tool and arguments that a `tool_call` stands for, or the answer for the model. */
export type Unwrapped = { kind: 'dispatch'; tool: RegisteredTool; args: JsonObject } | { kind: 'error'; text: string };

/**
 * What a `tool_call` stands for. Everything after it (approval, the call, the tool message) deals with the tool itself;
 * arguments have been checked against its schema. Never throws.
 *
 * @param args the arguments of `tool_call` as the model wrote them
 * @param catalog the deferred tools of this session
 * @param direct the tools in the model's own list
 */
export async function unwrapCall(
  args: JsonObject,
  catalog: readonly RegisteredTool[],
  direct: readonly RegisteredTool[],
): Promise<Unwrapped> {
  const read = readCall(args);
  if (read.kind === 'error') return { kind: 'error', text: errorJson(read.message) };
  const { name, args: inner } = read.call;
  const tool = catalog.find((each) => each.name === name);
  if (tool === undefined) return { kind: 'error', text: errorJson(explainUnknown(name, catalog, direct)) };
  const checked = await checkArguments(tool, inner);
  return checked.kind === 'error' ? checked : { kind: 'dispatch', tool, args: checked.args };
}

function explainUnknown(name: string, catalog: readonly RegisteredTool[], direct: readonly RegisteredTool[]): string {
  if (direct.some((each) => each.name === name)) {
    return `tool_call: '${name}' is in your tool list. Call it directly, without tool_call.`;
  }
  const meant = [...catalog, ...direct].find((each) => each.name.endsWith(`__${name}`));
  return (
    `tool_call: no tool is named '${name}'. It takes the exact name that tool_search gives, ` +
    `in the form mcp__<server>__<tool>. ${meant === undefined ? 'Look it up with tool_search.' : `Is '${meant.name}' meant?`}`
  );
}
