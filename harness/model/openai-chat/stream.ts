import type { JsonObject } from '../../../scenarios/types.ts';
import type { ModelRequest, Reply, Written } from '../dialect.ts';
import { eventOf } from '../sse.ts';
import { eventStream, split } from '../written.ts';
import { answerId, finishReason, USAGE } from './write.ts';

/**
 * A streamed answer: the role, then texts or calls piece by piece, the reason of the end, what it cost if that was
 * asked for, and `[DONE]`. Arguments come in several pieces, so that a client that does not join them shows itself.
 */
export function writeStream(reply: Reply, { model, wantsUsage }: ModelRequest, id: string): Written {
  const head = { id: answerId(id), object: 'chat.completion.chunk', created: 0, model };
  const usage = wantsUsage ? { usage: null } : {};
  const chunk = (delta: JsonObject, reason: string | null): JsonObject => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    ...usage,
  });
  const chunks = [
    ...deltasOf(reply).map((delta) => chunk(delta, null)),
    chunk({}, finishReason(reply)),
    ...(wantsUsage ? [{ ...head, choices: [], usage: USAGE }] : []),
  ];
  const events = [...chunks.map((value) => JSON.stringify(value)), '[DONE]'];
  return eventStream(events.map(eventOf));
}

function deltasOf(reply: Reply): JsonObject[] {
  if (reply.kind === 'text') {
    return [{ role: 'assistant', content: '' }, ...split(reply.text).map((content) => ({ content }))];
  }
  const calls = reply.calls.flatMap(({ id, name, arguments: text }, index) => [
    { index, id, type: 'function', function: { name, arguments: '' } },
    ...split(text).map((piece) => ({ index, function: { arguments: piece } })),
  ]);
  return [{ role: 'assistant', content: null }, ...calls.map((call) => ({ tool_calls: [call] }))];
}
