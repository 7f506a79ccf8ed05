import type { FetchLike } from '@modelcontextprotocol/client';
import type { RequestId } from '../frame.ts';
import { createLock } from '../lock.ts';
import { toResponse } from './accept.ts';
import type { Reading } from './answer.ts';
import type { HttpClient } from './client.ts';
import { sendInTime } from './deadline.ts';
import type { Listening } from './listening.ts';
import { createResuming } from './resume.ts';
import { Headers } from './web/headers.ts';

export interface FetchContext extends Omit<Reading, 'asked' | 'resumable'> {
  client: HttpClient;
  listening: Listening;
  /** How long a message that asks for no answer may take, in milliseconds; the engine itself waits for ever. */
  patience: number;
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
  // A server that asks and asks would otherwise have this client open as many connections to it.
  const oneAnswer = createLock();
  let open: { asked: RequestId; giveUp: AbortController } | undefined;

  return async (_input, init = {}) => {
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? init.body : undefined;
    const sent = readSent(body);
    const asked = ledger.sent(sent);
    const headers = Object.fromEntries(new Headers(init.headers as Iterable<[string, string]> | undefined));
    const signals = init.signal ? [init.signal] : [];
    const request = { method, headers, body, signals };
    const isAnswer = body !== undefined && sent.method === undefined;
    try {
      if (method === 'GET') return asResponse(await resuming.get(request));
      if (asked !== undefined) {
        open = { asked, giveUp: new AbortController() };
        signals.push(open.giveUp.signal);
      }
      // The server is told; a hostile one could still go on sending.
      if (sent.method === 'notifications/cancelled' && sent.params?.requestId === open?.asked) open?.giveUp.abort();
      const wantsAnswer = sent.method !== undefined && sent.id !== undefined;
      const send = () => (wantsAnswer ? client.send(request) : sendInTime(client, request, context.patience));
      // The time of an answer begins when it is its turn: one that a server does not take costs no other.
      const answer = await (isAnswer ? oneAnswer(send) : send());
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

/** The message that goes out, where the body is one. */
function readSent(body: string | undefined): Sent {
  try {
    return body === undefined ? {} : (JSON.parse(body) as Sent);
  } catch {
    return {};
  }
}
