import { answerFrame } from '../answer.ts';
import { eras } from '../dispatch.ts';
import type { Era, HttpReply } from '../eras/era.ts';
import type { Session } from '../eras/handshake/sessions.ts';
import { readFrame } from '../frame.ts';
import { recordedHeaders } from '../headers.ts';
import { event, STREAM_HEADERS } from '../http/event.ts';
import { refusal, refuseForeigner } from '../http/guard.ts';
import { writeReply } from '../http/reply.ts';
import { type Arrived, type HttpRun, messagesPath } from '../http/run.ts';
import { openStream } from '../http/stream.ts';

/** Servers let nothing go quiet for longer than proxies bear it. Comments are no frames: the tap does not have them. */
const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': keep-alive\n\n';

/** HTTP+SSE (2024-11-05 Transports): GET opens the stream of a session, whose messages are posted beside it. */
export function serveSse(arrived: Arrived, run: HttpRun): void {
  const { response, tap, bytes } = arrived;
  const placed = placeOf(arrived, run);
  if (placed === 'stream') {
    openSse(arrived, run);
    return;
  }
  if (!('session' in placed)) {
    writeReply(response, placed, 'json', tap);
    return;
  }
  const { session } = placed;
  writeReply(response, { status: 202 }, 'json', tap);
  const reply = answerFrame(readFrame(bytes), eraOverSse(run), run.plan, session);
  if (reply !== undefined) for (const stream of session.streams) stream.send(reply.frame);
}

/** What a request is for: the stream, a message to a session, or nothing that this transport has. */
export function placeOf(
  { method, url, headers, atEndpoint }: Arrived,
  run: HttpRun,
): 'stream' | { session: Session } | HttpReply {
  const foreign = refuseForeigner(headers);
  if (foreign !== undefined) return foreign;
  if (atEndpoint) return method === 'GET' ? 'stream' : { status: 405, headers: { allow: 'GET' } };
  const [path, query] = url.split('?');
  if (path !== messagesPath(run)) return refusal(404, 'Expected the path of the stream or of its messages');
  if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
  const id = new URLSearchParams(query).get('sessionId');
  if (id === null) return refusal(400, 'Expected a sessionId in the query, got none');
  const session = run.sessions.find(id);
  return session === undefined ? refusal(404, 'Expected the id of a live session, got another') : { session };
}

/** The revision without a handshake has no such transport. */
export function eraOverSse({ server }: HttpRun): Era {
  return eras[server === 'both' ? 'handshake' : server];
}

/** Opens a session with its stream, and tells the client where to post. */
export function openSse({ response, tap }: Arrived, run: HttpRun): void {
  const session = run.sessions.open(undefined);
  const endpoint = `${messagesPath(run)}?sessionId=${session.id}`;
  tap({
    dir: 's2c',
    http: { status: 200, headers: recordedHeaders(Object.entries(STREAM_HEADERS).flat()) },
    bytes: Buffer.from(endpoint),
  });
  response.sendDate = false;
  response.writeHead(200, STREAM_HEADERS);
  response.write(`${event(endpoint, 'endpoint')}${KEEP_ALIVE}`);
  const stream = openStream(response, tap);
  session.streams.add(stream);
  const alive = setInterval(() => response.write(KEEP_ALIVE), KEEP_ALIVE_MS);
  alive.unref();
  response.on('close', () => {
    clearInterval(alive);
    session.streams.delete(stream);
    // A session is its stream.
    run.sessions.end(session);
  });
}
