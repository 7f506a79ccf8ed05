import type { Json, JsonObject } from '../../../scenarios/types.ts';
import { isObject, parseJson } from '../../json.ts';
import type { ModelRequest, Reply, Written } from '../dialect.ts';
import { eventOf } from '../sse.ts';
import { eventStream, json, split } from '../written.ts';
import { callIds } from './call-ids.ts';

/** Small on purpose: clients that shorten their history decide by these figures, and a run must not be shortened. */
const USAGE: JsonObject = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };

/**
 * An answer, streamed if the path of the request asks for that. A stream gives a text in several pieces, so that a client
 * that does not join them shows itself, and each call whole, as the API does; the last event says why it ends.
 */
export function writeAnswer(reply: Reply, request: ModelRequest, id: string): Written {
  const answer = (parts: Json[], last: boolean): JsonObject => ({
    candidates: [{ content: { parts, role: 'model' }, ...(last && { finishReason: 'STOP' }), index: 0 }],
    usageMetadata: USAGE,
    modelVersion: request.model,
    responseId: id,
  });
  const texts = (text: string): string[] => (request.stream && text !== '' ? split(text) : [text]);
  const parts = reply.kind === 'text' ? texts(reply.text).map((text) => ({ text })) : callsOf(reply, request);
  if (!request.stream) return json(answer(parts, true));
  const events = parts.map((part, index) => eventOf(JSON.stringify(answer([part], index === parts.length - 1))));
  return eventStream(events);
}

/** The API knows arguments as an object only: what is none is written as an empty one. */
function callsOf({ calls }: Extract<Reply, { kind: 'calls' }>, request: ModelRequest): JsonObject[] {
  const nextId = callIds();
  for (const { name, id } of request.calls) nextId(name, id);
  return calls.map(({ name, arguments: text }) => {
    const args = parseJson(text);
    return { functionCall: { id: nextId(name), name, args: isObject(args) ? args : {} } };
  });
}
