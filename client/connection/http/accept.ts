import type { IncomingMessage } from 'node:http';
import { ConnectionError } from '../errors.ts';
import { refused } from '../refusal.ts';
import { type Reading, rewriteEvents, rewriteJson } from './answer.ts';
import { readBody } from './body.ts';
import { readRetryAfter } from './retry-after.ts';
import { toStream } from './stream.ts';
import { Headers } from './web/headers.ts';
import { Response } from './web/response.ts';

export const JSON_TYPE = 'application/json';
export const EVENT_STREAM = 'text/event-stream';
/** Statuses whose answer must not have a body, not even an empty one. */
const BODILESS = new Set([204, 205, 304]);

/** The request that is answered. */
interface About {
  /** The method of the message that was posted, if one was. */
  message?: string | undefined;
  /** It named a session. */
  inSession?: boolean;
  /** Nothing but a stream of events will do. */
  wantsStream?: boolean;
}

/**
 * An answer in the form that the engine reads. Throws ConnectionError: what HTTP refuses (`http_status`, `unauthorized`,
 * `session_expired`, `rejected`), what is of no use (`unexpected_content`), what is over the cap (`too_large`).
 */
export async function toResponse(answer: IncomingMessage, reading: Reading, about: About): Promise<Response> {
  const { server, ledger, asked } = reading;
  const status = answer.statusCode ?? 0;
  const headers = headersOf(answer);
  checkEncoding(server, answer);
  if (status >= 200 && status < 300) {
    const type = mediaType(answer);
    if (type === EVENT_STREAM) return new Response(toStream(rewriteEvents(answer, reading)), { status, headers });
    if (asked !== undefined && type === JSON_TYPE)
      return new Response(await rewriteJson(answer, reading), { status, headers });
    if (asked !== undefined || about.wantsStream) {
      answer.destroy();
      const expected = about.wantsStream ? EVENT_STREAM : `${JSON_TYPE} or ${EVENT_STREAM}`;
      const got = `${type === '' ? 'an answer without a content type' : `"${ledger.hide(type)}"`} with HTTP status ${status}`;
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
  if (status >= 300 && about.message !== undefined) throw refusal(answer, body, server, about.message, about.inSession);
  return new Response(body === '' || BODILESS.has(status) ? null : body, { status, headers });
}

/** The error of a message that HTTP refused. */
export function refusal(
  { statusCode = 0, headers }: IncomingMessage,
  body: string,
  server: string,
  method: string,
  inSession = false,
): ConnectionError {
  const retryAfter = readRetryAfter(headers['retry-after'], Date.now());
  const details = retryAfter === undefined ? {} : { retryAfter };
  return refused({ status: statusCode, body, inSession }, { server, method }, details);
}

/** The content type of an answer without its parameters, in lower case. */
export function mediaType({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Only plain bodies were asked for; a packed one could be a thousand times as large as what was counted. */
export function checkEncoding(server: string, answer: IncomingMessage): void {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  answer.destroy();
  const status = answer.statusCode ?? 0;
  const message = `MCP server "${server}": expected a body without a content encoding, got one with HTTP status ${status}`;
  throw new ConnectionError('unexpected_content', message, { httpStatus: status });
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
