import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type ServerOptions as TlsServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { HttpTransport, JsonObject, ServerEntry } from '../../types.ts';
import type { Answers, Step } from './answers.ts';
import { type Bench, clientInfo, entryOf, temporaryFolder } from './client.ts';

/** One request as it came in. */
interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  frame: JsonObject | undefined;
}

export interface HttpServer {
  url: string;
  received: Received[];
  /** `POST initialize`, `GET`, … in the order of arrival. */
  order(): string[];
}

export type Handler = (received: Received, response: ServerResponse) => void | Promise<void>;

/** Starts a server, with `tls` one of https, that is gone when the test is over. Requests are written down before they are answered. */
export async function serve(handler: Handler, tls?: TlsServerOptions): Promise<HttpServer> {
  const received: Received[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const frame = body === '' ? undefined : (JSON.parse(body) as JsonObject);
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, frame };
    received.push(one);
    await handler(one, response);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => void take(request, response);
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    received,
    order: () => received.map(({ method, frame }) => (frame === undefined ? method : `${method} ${methodOf(frame)}`)),
  };
}

export interface Manner {
  /** How requests are answered. */
  as?: 'json' | 'sse';
  /** HTTP status of the answer to a method, where it is not 200. */
  status?: Record<string, number>;
  session?: string;
}

/** A handler that answers as the raw stdio server does, over HTTP. A method without an answer gets 404. */
export function answering(answers: Answers, { as = 'json', status = {}, session }: Manner = {}): Handler {
  const counts = new Map<string, number>();
  return ({ method, frame }, response) => {
    if (method !== 'POST' || frame === undefined) {
      response.writeHead(method === 'GET' ? 405 : 200).end();
      return;
    }
    const name = methodOf(frame);
    if (frame.id === undefined || name === 'answer') {
      response.writeHead(202).end();
      return;
    }
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const body = bodyOf(answers[name] ?? [], count).replaceAll('{{id}}', JSON.stringify(frame.id));
    const code = status[name] ?? (name in answers ? 200 : 404);
    const isStream = as === 'sse' && code === 200;
    response.writeHead(code, {
      'content-type': isStream ? 'text/event-stream' : 'application/json',
      ...(name === 'initialize' && session !== undefined && { 'mcp-session-id': session }),
    });
    response.end(
      isStream
        ? body
            .trimEnd()
            .split('\n')
            .map((line) => `data: ${line}\n\n`)
            .join('')
        : body,
    );
  };
}

function methodOf({ method }: JsonObject): string {
  return typeof method === 'string' ? method : 'answer';
}

/** The text of the answer for this time. */
function bodyOf(listed: Answers[string], count: number): string {
  const [first] = listed;
  const steps = Array.isArray(first)
    ? ((listed[Math.min(count, listed.length - 1)] ?? []) as Step[])
    : (listed as Step[]);
  return steps.flatMap((step) => ('write' in step ? [step.write] : [])).join('');
}

/** A client's home and an entry for a server over HTTP, whose address is not checked beforehand unless `transport` says so. */
export function httpBench(
  url: string,
  more: Partial<ServerEntry> = {},
  headers: Record<string, string> = {},
  transport: Partial<HttpTransport> = { skipPreflight: true },
): Pick<Bench, 'home' | 'entry' | 'context' | 'logged'> {
  const home = temporaryFolder();
  const logged: string[] = [];
  return {
    home,
    entry: entryOf({ kind: 'http', url, headers, ...transport }, more),
    context: { home, clientInfo, environment: process.env, log: (line) => logged.push(line) },
    logged,
  };
}
