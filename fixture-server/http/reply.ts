import type { ServerResponse } from 'node:http';
import type { ServingPlan } from '../../scenarios/types.ts';
import type { HttpReply } from '../eras/era.ts';
import { recordedHeaders } from '../headers.ts';
import type { TapEntry } from '../tap.ts';

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  // 2026-07-28 Streamable HTTP, "Receiving Messages": a proxy must not hold events back.
  'x-accel-buffering': 'no',
};

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
  tap: (entry: Omit<TapEntry, 'exchange'>) => void,
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
  const { streams } = reply.stream;
  const close = (): void => {
    response.end();
  };
  streams.add(close);
  response.on('close', () => streams.delete(close));
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

/**
 * One event of a stream. Its data may have lines; each has to say that it is data, and a carriage return ends one too,
 * so that of all bytes it alone arrives as another (a newline).
 */
function event(frame: string): string {
  const data = frame.split(/\r\n|[\r\n]/).map((line) => `data: ${line}\n`);
  return `event: message\n${data.join('')}\n`;
}
