import type { IncomingMessage } from 'node:http';
import type { FetchLike } from '@modelcontextprotocol/client';
import { ConnectionError } from '../errors.ts';
import type { RequestId } from '../frame.ts';
import type { Ledger } from '../ledger.ts';
import { type Reading, rewriteEvents, rewriteJson } from './answer.ts';
import { readBody } from './body.ts';
import type { Sockets } from './exchange.ts';
import type { Listening } from './listening.ts';
import { exchangeWithinOrigin } from './redirect.ts';
import { Headers } from './web/headers.ts';
import { Response } from './web/response.ts';

const JSON_TYPE = 'application/json';
const EVENT_STREAM = 'text/event-stream';
/** Statuses whose answer must not have a body, not even an empty one. */
const BODILESS = new Set([204, 205, 304]);

export interface FetchContext {
  server: string;
  sockets: Sockets;
  ledger: Ledger;
  listening: Listening;
  /** How long a message that asks for no answer may take, in milliseconds; the engine itself waits for ever. */
  patience: number;
  log: (line: string) => void;
}

/**
 * The `fetch` that the engine's HTTP transport runs on. It stands at the edge of the bytes: what goes out and comes in
 * passes the ledger, bodies are capped, redirects leave no origin. The built-in fetch is never touched.
 */
export function createFetch(context: FetchContext): FetchLike {
  const { server, sockets, ledger, listening, log } = context;
  return async (input, init = {}) => {
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? init.body : undefined;
    const sent = readSent(body);
    const asked = ledger.sent(sent);
    const asksNothing = method === 'POST' && (sent.id === undefined || sent.method === undefined);
    const signal = boundSignal(init.signal ?? undefined, asksNothing ? context.patience : undefined);
    const headers = Object.fromEntries(new Headers(init.headers as Iterable<[string, string]> | undefined));
    try {
      const answer = await exchangeWithinOrigin(sockets, {
        server,
        url: new URL(input),
        method,
        headers,
        body,
        signal,
      });
      if (sent.method === 'notifications/initialized' && answer.statusCode === 202) listening.expect();
      const response = await toResponse(answer, { server, ledger, log, asked }, headers.accept === EVENT_STREAM);
      // It has all that the engine asks of one.
      return response as unknown as globalThis.Response;
    } finally {
      if (method === 'GET') listening.answered();
      if (sent.method === undefined) ledger.answered(sent.id);
    }
  };
}

/** The message that goes out, where the body is one. */
function readSent(body: string | undefined): { method?: string; id?: RequestId } {
  try {
    return body === undefined ? {} : (JSON.parse(body) as { method?: string; id?: RequestId });
  } catch {
    return {};
  }
}

/** The answer in the form that the engine reads. `wantsStream`: nothing but a stream of events will do. */
async function toResponse(answer: IncomingMessage, reading: Reading, wantsStream: boolean): Promise<Response> {
  const { server, ledger, asked } = reading;
  const status = answer.statusCode ?? 0;
  const headers = headersOf(answer);
  if (status >= 200 && status < 300) {
    const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
    if (type === EVENT_STREAM) return new Response(toStream(rewriteEvents(answer, reading)), { status, headers });
    if (asked !== undefined && type === JSON_TYPE)
      return new Response(await rewriteJson(answer, reading), { status, headers });
    if (asked !== undefined || wantsStream) {
      answer.destroy();
      const expected = wantsStream ? EVENT_STREAM : `${JSON_TYPE} or ${EVENT_STREAM}`;
      const got = `${type === '' ? 'an answer without a content type' : `"${ledger.hide(type ?? '')}"`} with HTTP status ${status}`;
      const message = `MCP server "${server}": expected ${expected}, got ${got}`;
      throw new ConnectionError('unexpected_content', message, { httpStatus: status });
    }
  }
  const body = ledger.hide(await readBody(server, answer));
  if (status < 200 || status > 599) {
    throw new ConnectionError('http_status', `MCP server "${server}" answered with HTTP status ${status}`, {
      httpStatus: status,
    });
  }
  return new Response(body === '' || BODILESS.has(status) ? null : body, { status, headers });
}

function headersOf({ headers }: IncomingMessage): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) copy.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The body is written anew, so what was said about its bytes no longer holds.
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) copy.delete(name);
  return copy;
}

function toStream(texts: AsyncGenerator<string, void, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return();
    },
  });
}

function boundSignal(signal: AbortSignal | undefined, patience: number | undefined): AbortSignal | undefined {
  if (patience === undefined) return signal;
  const limit = AbortSignal.timeout(patience);
  return signal === undefined ? limit : AbortSignal.any([signal, limit]);
}
