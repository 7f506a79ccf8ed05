import type { Json, ModelCall } from '../../../scenarios/types.ts';
import { HarnessError } from '../../error.ts';
import { isObject, items, kindOf, member, string } from '../../json.ts';
import { targetOf } from '../bridge/target.ts';
import type { ModelRequest, RequestTool } from '../dialect.ts';
import { compactJson } from './compact.ts';
import { readResult } from './results.ts';

/**
 * Reads the body of a Messages request. Calls are `tool_use` blocks, results `tool_result` blocks; what the provider's own
 * servers run (`server_tool_use`, `mcp_tool_use` and their results) is neither. Throws HarnessError `input` when there
 * is no list of messages.
 */
export function readRequest(body: Json): ModelRequest {
  const messages = member(body, 'messages');
  if (!Array.isArray(messages)) {
    const got = isObject(body) ? `${kindOf(messages)} (messages)` : kindOf(body);
    throw new HarnessError('input', `Expected an object with a list "messages", got ${got}.`);
  }
  const blocks = blocksOf(messages);
  return {
    model: string(member(body, 'model')),
    stream: member(body, 'stream') === true,
    // Every stream of this API says what it cost.
    wantsUsage: true,
    tools: items(member(body, 'tools')).flatMap(readTool),
    calls: blocks.flatMap(({ block }) => readToolUse(block)),
    results: blocks.flatMap(({ block, pointer }) => readResult(block, pointer)),
  };
}

function blocksOf(messages: Json[]): { block: Json; pointer: string }[] {
  return messages.flatMap((message, index) =>
    items(member(message, 'content')).map((block, at) => ({ block, pointer: `/messages/${index}/content/${at}` })),
  );
}

/** A tool of the client's own; those of the API (`web_search_20250305` for example) have a type of theirs. */
function readTool(tool: Json, index: number): RequestTool[] {
  const name = member(tool, 'name');
  if (typeof name !== 'string' || (member(tool, 'type') ?? 'custom') !== 'custom') return [];
  return [
    {
      name,
      description: string(member(tool, 'description')),
      pointer: `/tools/${index}`,
      parameters: member(tool, 'input_schema') ?? null,
    },
  ];
}

/** The call in a `tool_use` block, in a request's history or in an answer; none in other blocks. */
export function readToolUse(block: Json | undefined): ModelCall[] {
  const name = member(block, 'name');
  if (member(block, 'type') !== 'tool_use' || typeof name !== 'string') return [];
  const text = argumentsOf(member(block, 'input'));
  return [{ id: string(member(block, 'id')), name, arguments: text, target: targetOf(name, text) }];
}

/** Some clients repeat the arguments as the text in which they were streamed, and nothing where there were none. */
function argumentsOf(input: Json | undefined): string {
  return typeof input === 'string' ? input : compactJson(input ?? {});
}
