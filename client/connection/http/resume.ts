import type { IncomingMessage } from 'node:http';
import { ConnectionError } from '../errors.ts';
import type { RequestId } from '../frame.ts';
import { EVENT_STREAM, mediaType, refusal, toResponse } from './accept.ts';
import type { Reading } from './answer.ts';
import { readBody } from './body.ts';
import type { HttpClient, HttpRequest } from './client.ts';
import { writeEvent } from './events.ts';
import { createResumption } from './resumption.ts';
import { Headers } from './web/headers.ts';
import { Response } from './web/response.ts';

interface Context extends Omit<Reading, 'asked' | 'resumable'> {
  client: HttpClient;
}

/** The streams that the engine asks for by GET: the one that it listens on, and those that resume a broken answer. */
export interface Resuming {
  /** The stream that answers this request may be resumed after the event with this id. */
  saw(asked: RequestId, eventId: string): void;
  /** The answer to a GET of the engine. */
  get(request: HttpRequest): Promise<Response>;
}

/**
 * Streams of one connection. The engine forgets a request whose stream it could not resume and lets it run into its
 * time-out; here the request fails at once (`closed`, `session_expired`), and one that nobody waits for any more is not
 * resumed at all.
 */
export function createResuming({ client, ...reading }: Context): Resuming {
  const { server, ledger } = reading;
  const resumption = createResumption();

  async function resume(request: HttpRequest, asked: RequestId): Promise<Response> {
    let answer: IncomingMessage;
    try {
      answer = await client.send(request);
    } catch (error) {
      if (request.signals?.some(({ aborted }) => aborted) || !resumption.failed()) throw error;
      return giveUp(asked, error instanceof Error ? error.message : String(error), error);
    }
    const status = answer.statusCode ?? 0;
    if (status < 300 && mediaType(answer) === EVENT_STREAM)
      return toResponse(answer, { ...reading, asked, resumable: (id) => resumption.saw(asked, id) }, {});
    const body = ledger.hide(await readBody(server, answer));
    const error = refusal(answer, body, server, 'the resumed request', 'mcp-session-id' in request.headers);
    const isFinal = status < 500 || resumption.failed();
    return isFinal ? giveUp(asked, error.message, error) : new Response(null, { status, headers: new Headers() });
  }

  function giveUp(asked: RequestId, reason: string, cause: unknown): Response {
    const isExpired = cause instanceof ConnectionError && cause.code === 'session_expired';
    const message = `MCP server "${server}" ended the stream of its answer, and it could not be resumed: ${reason}`;
    const error = new ConnectionError(isExpired ? 'session_expired' : 'closed', message, {
      cause,
      delivery: 'unknown',
    });
    const frame = ledger.fail(error, asked);
    return new Response(toEvents(frame), { status: 200, headers: new Headers({ 'content-type': EVENT_STREAM }) });
  }

  return {
    saw: (asked, eventId) => resumption.saw(asked, eventId),
    async get(request) {
      const asked = resumption.askedBefore(request.headers['last-event-id']);
      if (asked !== undefined && ledger.waits(asked)) return resume(request, asked);
      // To the engine this status says that there is no such stream.
      if (asked !== undefined) return new Response(null, { status: 405, headers: new Headers() });
      const wantsStream = request.headers.accept === EVENT_STREAM;
      return toResponse(await client.send(request), { ...reading, asked }, { wantsStream });
    },
  };
}

function toEvents(frame: object | undefined): ReadableStream<Uint8Array> {
  const text = frame === undefined ? '' : writeEvent({ data: JSON.stringify(frame) });
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
}
