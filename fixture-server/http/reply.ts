import type { ServerResponse } from 'node:http';
import type { ServingPlan } from '../../scenarios/types.ts';
import type { HttpReply } from '../eras/era.ts';
import type { Session } from '../eras/handshake/sessions.ts';
import { recordedHeaders } from '../headers.ts';
import { event, STREAM_HEADERS } from './event.ts';
import { openStream, type TapOfExchange } from './stream.ts';

/** An answer ready to be written: the head and the body as they go out, and the frame that the tap keeps. */
interface Written {
  status: number;
  headers: Record<string, string>;
  body: string;
  frame: string;
}

/**
 * Writes an answer, first to the tap, then to the client. An error that HTTP refuses a request with is JSON; of the
 * answers with status 200 the plan decides whether they are JSON or a stream of one event. The tap keeps the headers
 * that the fixture sets (Node adds those of the connection), and of an event its data, which is the frame.
 */
export function writeReply(
  response: ServerResponse,
  reply: HttpReply,
  httpAnswer: ServingPlan['httpAnswer'],
  tap: TapOfExchange,
): void {
  const { status, headers, body, frame } = written(reply, httpAnswer);
  const recorded = recordedHeaders(Object.entries(headers).flat());
  tap({ dir: 's2c', http: { status, headers: recorded }, bytes: Buffer.from(frame) });
  // A date would differ each time.
  response.sendDate = false;
  response.writeHead(status, headers);
  if (reply.stream === undefined) {
    response.end(body);
    return;
  }
  response.flushHeaders();
  attach(reply.stream, response, tap);
}

/** Gives a session one more stream, and the stream what has waited for one. */
function attach({ streams, pending }: Session, response: ServerResponse, tap: TapOfExchange): void {
  const stream = openStream(response, tap);
  streams.add(stream);
  response.on('close', () => streams.delete(stream));
  for (const frame of pending.splice(0)) stream.send(frame);
}

function written(reply: HttpReply, httpAnswer: ServingPlan['httpAnswer']): Written {
  const { status, headers = {}, frame = '' } = reply;
  if (reply.stream !== undefined) return { status, headers: { ...STREAM_HEADERS, ...headers }, body: '', frame };
  if (reply.frame === undefined) return { status, headers, body: '', frame };
  if (status === 200 && httpAnswer === 'sse') {
    return { status, headers: { ...STREAM_HEADERS, ...headers }, body: event(frame), frame };
  }
  const length = String(Buffer.byteLength(frame));
  return {
    status,
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
    body: frame,
    frame,
  };
}
