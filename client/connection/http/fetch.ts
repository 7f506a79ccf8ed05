import type { FetchLike } from '@modelcontextprotocol/client';
import type { RequestId } from '../frame.ts';
import type { Ledger } from '../ledger.ts';
import { toResponse } from './accept.ts';
import type { HttpClient } from './client.ts';
import type { Listening } from './listening.ts';
import { createResuming } from './resume.ts';
import { Headers } from './web/headers.ts';

export interface FetchContext {
  server: string;
  client: HttpClient;
  ledger: Ledger;
  listening: Listening;
  /** How long a message that asks for no answer may take, in milliseconds; the engine itself waits for ever. */
  patience: number;
  log: (line: string) => void;
}

/** A message that goes out, as far as it is looked at here. */
interface Sent {
  method?: string;
  id?: RequestId;
  params?: { requestId?: RequestId };
}

/**
 * The `fetch` that the engine's HTTP transport runs on. It stands at the edge of the bytes: what goes out and comes in
 * passes the ledger, bodies are capped, what HTTP refuses becomes an error of ours. The built-in fetch is never touched.
 */
export function createFetch(context: FetchContext): FetchLike {
  const { client, ledger, listening } = context;
  const resuming = createResuming(context);
  let open: { asked: RequestId; giveUp: AbortController } | undefined;

  return async (_input, init = {}) => {
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? init.body : undefined;
    const sent = readSent(body);
    const asked = ledger.sent(sent);
    const headers = Object.fromEntries(new Headers(init.headers as Iterable<[string, string]> | undefined));
    const request = { method, headers, body, signal: init.signal ?? undefined };
    try {
      if (method === 'GET') return asResponse(await resuming.get(request));
      if (sent.method === undefined || sent.id === undefined) bound(request, AbortSignal.timeout(context.patience));
      if (asked !== undefined) {
        open = { asked, giveUp: new AbortController() };
        bound(request, open.giveUp.signal);
      }
      // The server is told; a hostile one could still go on sending.
      if (sent.method === 'notifications/cancelled' && sent.params?.requestId === open?.asked) open?.giveUp.abort();
      const answer = await client.send(request);
      if (sent.method === 'notifications/initialized' && answer.statusCode === 202) listening.expect();
      const resumable = asked === undefined ? undefined : (id: string) => resuming.saw(asked, id);
      const about = { message: sent.method, inSession: 'mcp-session-id' in headers };
      return asResponse(await toResponse(answer, { ...context, asked, resumable }, about));
    } finally {
      if (method === 'GET') listening.answered();
      if (sent.method === undefined) ledger.answered(sent.id);
    }
  };
}

/** Ours has all that the engine asks of one. */
function asResponse(response: object): globalThis.Response {
  return response as globalThis.Response;
}

function bound(request: { signal: AbortSignal | undefined }, limit: AbortSignal): void {
  request.signal = request.signal === undefined ? limit : AbortSignal.any([request.signal, limit]);
}

/** The message that goes out, where the body is one. */
function readSent(body: string | undefined): Sent {
  try {
    return body === undefined ? {} : (JSON.parse(body) as Sent);
  } catch {
    return {};
  }
}
