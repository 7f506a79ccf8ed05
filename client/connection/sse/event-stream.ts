import type { IncomingMessage } from 'node:http';
import { ConnectionError } from '../errors.ts';
import { checkEncoding, EVENT_STREAM, mediaType, refusal } from '../http/accept.ts';
import { readBody } from '../http/body.ts';
import type { HttpClient } from '../http/client.ts';
import type { Ledger } from '../ledger.ts';

interface Context {
  server: string;
  ledger: Ledger;
  /** How long the server may take, in milliseconds. */
  patience: number;
  signal: AbortSignal;
}

/**
 * Asks for the stream of events. Throws ConnectionError (`timeout`, `unreachable`, `http_status`, `unauthorized`,
 * `unexpected_content`), or the signal's reason.
 */
export async function openEventStream(
  client: HttpClient,
  { server, ledger, patience, signal }: Context,
): Promise<AsyncIterable<Uint8Array>> {
  const late = new AbortController();
  const message = `MCP server "${server}" opened no stream of events within ${patience / 1000} s (connect_timeout in mcp_servers.${server})`;
  const timer = setTimeout(() => late.abort(new ConnectionError('timeout', message)), patience);
  try {
    const headers = { ...client.headers, accept: EVENT_STREAM };
    const answer = await client.send({ method: 'GET', headers, signals: [signal, late.signal] });
    const status = answer.statusCode ?? 0;
    checkEncoding(server, answer);
    if (status >= 200 && status < 300) return expectEvents(server, answer, ledger);
    throw refusal(answer, ledger.hide(await readBody(server, answer)), server, 'GET');
  } catch (error) {
    throw late.signal.aborted ? late.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

function expectEvents(server: string, answer: IncomingMessage, ledger: Ledger): AsyncIterable<Uint8Array> {
  const type = mediaType(answer);
  if (type === EVENT_STREAM) return answer as AsyncIterable<Uint8Array>;
  answer.destroy();
  const got = type === '' ? 'an answer without a content type' : `"${ledger.hide(type)}"`;
  throw new ConnectionError('unexpected_content', `MCP server "${server}": expected ${EVENT_STREAM}, got ${got}`);
}
