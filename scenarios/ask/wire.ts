import type { Evidence, Json, JsonObject, Place, WireFrame } from '../types.ts';

/** A request or notification of the client on the wire. */
export interface Sent {
  frame: WireFrame;
  method: string;
  message: JsonObject;
  params: JsonObject;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The messages of a frame: one, those of a batch, or none where it is no JSON. */
export function messagesOf({ message }: WireFrame): JsonObject[] {
  return (Array.isArray(message) ? message : [message]).filter(isObject);
}

/** What the client sent, in order; all methods unless one is named. */
export function sent({ wire }: Evidence, method?: string): Sent[] {
  return wire
    .filter(({ dir }) => dir === 'c2s')
    .flatMap((frame) =>
      messagesOf(frame).flatMap((message): Sent[] => {
        const name = message['method'];
        if (typeof name !== 'string' || (method !== undefined && name !== method)) return [];
        return [{ frame, method: name, message, params: isObject(message['params']) ? message['params'] : {} }];
      }),
    );
}

/** The calls of a tool, by the server's name of it. */
export function callsOf(evidence: Evidence, tool: string): Sent[] {
  return sent(evidence, 'tools/call').filter(({ params }) => params['name'] === tool);
}

/** The answers to a request: what carries its id in the same process, after it, and is no request itself. */
export function answersTo({ wire }: Evidence, { frame, message }: Sent): { frame: WireFrame; message: JsonObject }[] {
  const later = wire.filter(
    ({ dir, line, process }) => dir === 's2c' && line > frame.line && process === frame.process,
  );
  const found = later.flatMap((answer) =>
    messagesOf(answer)
      .filter((each) => each['id'] === message['id'] && !('method' in each))
      .map((each) => ({ frame: answer, message: each })),
  );
  // Ids begin anew with every session over HTTP: an answer in the exchange of its request is surely its own.
  const own = found.filter((each) => each.frame.exchange === frame.exchange);
  return own.length > 0 ? own : found;
}

/** Requests of HTTP with this verb. */
export function asked({ wire }: Evidence, verb: string): WireFrame[] {
  return wire.filter(({ dir, http }) => dir === 'c2s' && http?.method === verb);
}

export function at({ line }: WireFrame, pointer = ''): Place {
  return { line, pointer, offset: 0 };
}

/** The places of what the client sent. */
export function placesOf(all: Sent[]): Place[] {
  return all.map(({ frame }) => at(frame, '/method'));
}
