import type { Json, ModelCall, ToolResultInRequest } from '../../../scenarios/types.ts';
import { HarnessError } from '../../error.ts';
import { isObject, items, kindOf, member, string } from '../../json.ts';
import { targetOf } from '../bridge/target.ts';
import type { ModelRequest, RequestTool } from '../dialect.ts';

/**
 * Reads the body of a Chat Completions request. A result is a message with the role `tool`; results that a client
 * retells as text of the user are none. Throws HarnessError `input` when there is no list of messages.
 */
export function readRequest(body: Json): ModelRequest {
  const messages = member(body, 'messages');
  if (!Array.isArray(messages)) {
    const got = isObject(body) ? `${kindOf(messages)} (messages)` : kindOf(body);
    throw new HarnessError('input', `Expected an object with a list "messages", got ${got}.`);
  }
  return {
    model: string(member(body, 'model')),
    stream: member(body, 'stream') === true,
    wantsUsage: member(member(body, 'stream_options'), 'include_usage') === true,
    tools: items(member(body, 'tools')).flatMap(readTool),
    calls: messages.flatMap((message) =>
      member(message, 'role') === 'assistant' ? items(member(message, 'tool_calls')).flatMap(readToolCall) : [],
    ),
    results: messages.flatMap(readResult),
  };
}

function readTool(tool: Json, index: number): RequestTool[] {
  const declared = member(tool, 'function');
  const name = member(declared, 'name');
  if (typeof name !== 'string') return [];
  return [
    {
      name,
      description: string(member(declared, 'description')),
      pointer: `/tools/${index}/function`,
      parameters: member(declared, 'parameters') ?? null,
    },
  ];
}

/** The call in an item of `tool_calls`, in a request's history or in an answer. */
export function readToolCall(call: Json): ModelCall[] {
  const name = member(member(call, 'function'), 'name');
  if (typeof name !== 'string') return [];
  const text = string(member(member(call, 'function'), 'arguments'));
  return [{ id: string(member(call, 'id')), name, arguments: text, target: targetOf(name, text) }];
}

function readResult(message: Json, index: number): ToolResultInRequest[] {
  if (member(message, 'role') !== 'tool') return [];
  const pointer = `/messages/${index}/content`;
  return [
    { callId: string(member(message, 'tool_call_id')), pointer, texts: readTexts(member(message, 'content'), pointer) },
  ];
}

function readTexts(content: Json | undefined, pointer: string): ToolResultInRequest['texts'] {
  if (typeof content === 'string') return [{ pointer, text: content }];
  return items(content).flatMap((part, index) => {
    const text = member(part, 'text');
    return typeof text === 'string' ? [{ pointer: `${pointer}/${index}/text`, text }] : [];
  });
}
