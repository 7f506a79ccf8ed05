import type { JsonObject } from '../../../scenarios/types.ts';
import type { ModelRequest, Reply, Written } from '../dialect.ts';
import { json } from '../written.ts';

/** Small on purpose: clients that shorten their history decide by these figures, and a run must not be shortened. */
export const USAGE: JsonObject = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** The body of an answer that is not streamed. */
export function writeWhole(reply: Reply, { model }: ModelRequest, id: string): Written {
  return json({
    id: answerId(id),
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: messageOf(reply), logprobs: null, finish_reason: finishReason(reply) }],
    usage: USAGE,
  });
}

function messageOf(reply: Reply): JsonObject {
  if (reply.kind === 'text') return { role: 'assistant', content: reply.text, refusal: null };
  const calls = reply.calls.map(({ id, ...call }) => ({ id, type: 'function', function: call }));
  return { role: 'assistant', content: null, refusal: null, tool_calls: calls };
}

export function answerId(id: string): string {
  return `chatcmpl-${id}`;
}

export function finishReason(reply: Reply): string {
  return reply.kind === 'text' ? 'stop' : 'tool_calls';
}
