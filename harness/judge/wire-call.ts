import type { Evidence, Json, JsonObject, WireFrame } from '../../scenarios/types.ts';
import { isObject, member } from '../json.ts';

/** A `tools/call` on the wire. */
export interface WireCall {
  frame: WireFrame;
  request: JsonObject;
  /** Whether anything that the server sent after it is on the wire: on HTTP, in the same exchange. */
  answered: boolean;
  /** The answer's `result`; undefined when it was an error, no JSON, or never came. */
  result: JsonObject | undefined;
}

/** The JSON-RPC messages of a frame: one, or those of a batch (2025-03-26), or none when the bytes are no JSON. */
export function messagesOf({ message }: WireFrame): JsonObject[] {
  if (Array.isArray(message)) return message.filter(isObject);
  return isObject(message) ? [message] : [];
}

/** Every `tools/call` of `tool`, in order, with the answer that came to it. */
export function findWireCalls({ wire }: Evidence, tool: string): WireCall[] {
  return wire.flatMap((frame) =>
    messagesOf(frame)
      .filter((message) => frame.dir === 'c2s' && message.method === 'tools/call')
      .filter((message) => member(message.params, 'name') === tool)
      .map((request) => ({
        frame,
        request,
        answered: wire.some(
          (answer) => answer.dir === 's2c' && follows(answer, frame) && answer.exchange === frame.exchange,
        ),
        result: findAnswer(wire, frame, request.id),
      })),
  );
}

/** Whether the server ever showed `tool` in a `tools/list` answer. */
export function wasListed({ wire }: Evidence, tool: string): boolean {
  return wire.some(
    (frame) =>
      frame.dir === 's2c' &&
      messagesOf(frame).some((message) => toolsOf(message).some((listed) => member(listed, 'name') === tool)),
  );
}

function toolsOf(message: JsonObject): Json[] {
  const tools = member(message.result, 'tools');
  return Array.isArray(tools) ? tools : [];
}

function follows(frame: WireFrame, call: WireFrame): boolean {
  return frame.line > call.line && frame.process === call.process;
}

function findAnswer(wire: WireFrame[], call: WireFrame, id: Json | undefined): JsonObject | undefined {
  const answers = wire.filter(
    (frame) =>
      frame.dir === 's2c' &&
      follows(frame, call) &&
      messagesOf(frame).some((message) => message.id === id && !('method' in message)),
  );
  // Ids repeat between the sessions of one HTTP process. An answer may still come through another exchange's stream.
  const answer = answers.find(({ exchange }) => exchange === call.exchange) ?? answers[0];
  const message = answer && messagesOf(answer).find((candidate) => candidate.id === id && !('method' in candidate));
  return isObject(message?.result) ? message.result : undefined;
}
