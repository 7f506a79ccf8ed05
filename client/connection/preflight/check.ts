import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { ClientInfo } from '../engine.ts';
import { ConnectionError } from '../errors.ts';
import { EVENT_STREAM, JSON_TYPE, mediaType } from '../http/accept.ts';
import type { HttpClient, HttpRequest } from '../http/client.ts';
import { oneLine } from '../text.ts';

/** So long the whole check may take, in milliseconds. */
const PATIENCE_MS = 5000;
const SHORT_BYTES = 64 * 1024;
/** A server may know the address and not this method. */
const OTHER_METHOD = new Set([405, 501]);
const MCP_TYPES = [JSON_TYPE, EVENT_STREAM];

interface Context {
  server: string;
  clientInfo: ClientInfo;
  /** Takes the secrets of the entry out of a text. */
  hide: (text: string) => string;
  signal: AbortSignal | undefined;
}

/**
 * Finds out whether a page stands at the address rather than an MCP server: an answer of another content type than MCP's
 * is asked once more, by an `initialize`. Throws ConnectionError `not_mcp`; without a clear answer there is no verdict, and
 * the connection itself will tell.
 */
export async function checkEndpoint(client: HttpClient, context: Context): Promise<void> {
  const limit = AbortSignal.timeout(PATIENCE_MS);
  const signals = context.signal === undefined ? [limit] : [limit, context.signal];
  const ask = async (request: Omit<HttpRequest, 'signals'>) => {
    const answer = await client.send({ ...request, signals });
    // Only the head counts. Once a short answer has ended, its connection can be used again.
    if (request.method === 'HEAD' || isShort(answer)) await once(answer.resume(), 'end');
    else answer.destroy();
    return answer;
  };
  const accept = MCP_TYPES.join(', ');
  try {
    const headers = { ...client.headers, accept };
    const head = await ask({ method: 'HEAD', headers });
    const page = OTHER_METHOD.has(head.statusCode ?? 0) ? await ask({ method: 'GET', headers }) : head;
    if (!isSuccess(page) || mediaType(page) === '' || MCP_TYPES.includes(mediaType(page))) return;
    const body = JSON.stringify(firstFrame(context.clientInfo));
    const answer = await ask({ method: 'POST', headers: { ...headers, 'content-type': JSON_TYPE }, body });
    if (isSuccess(answer) && MCP_TYPES.includes(mediaType(answer))) return;
    throw notMcp(context, client.endpoint.origin, mediaType(page));
  } catch (error) {
    if (error instanceof ConnectionError && error.code === 'not_mcp') throw error;
  }
}

/** The shortest `initialize`. It opens no session that is used. */
function firstFrame({ name, version }: ClientInfo): object {
  const clientInfo = { name: `${name}-endpoint-check`, version };
  const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
  return { jsonrpc: '2.0', id: '_check', method: 'initialize', params };
}

function isShort({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Number.NaN) <= SHORT_BYTES;
}

function isSuccess({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}

function notMcp({ server, hide }: Context, origin: string, type: string): ConnectionError {
  const message =
    `Expected an MCP server at "url" of "${server}" (${MCP_TYPES.join(' or ')}), got content of type ` +
    `"${oneLine(hide(type), 80)}" from ${origin}; most likely that is a page for people, and the server has a path of its own`;
  return new ConnectionError('not_mcp', message);
}
