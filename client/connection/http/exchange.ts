import { setMaxListeners } from 'node:events';
import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { ConnectionError } from '../errors.ts';

/**
 * Idle sockets are closed before common servers do so themselves, lest a request meets a socket that is just closing.
 */
const IDLE_MS = 4000;

type Request = (url: URL, options: RequestOptions) => ClientRequest;

/** The connections to one MCP server, kept for the next request. */
export interface Sockets {
  /** How to send a request by `http:` or `https:`. The latter is loaded when it is first needed. */
  open(protocol: string): Promise<Request>;
  /** Closes them all, in use or not. */
  destroy(): void;
}

/** A pool of its own. */
export function createSockets(): Sockets {
  const agents = new Map<string, Agent>();
  return {
    async open(protocol) {
      const { Agent, request } = protocol === 'https:' ? await import('node:https') : await import('node:http');
      const agent = agents.get(protocol) ?? new Agent({ keepAlive: true, timeout: IDLE_MS });
      agents.set(protocol, agent);
      return (url, options) => request(url, { ...options, agent });
    },
    destroy() {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

export interface Exchange {
  server: string;
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal | undefined;
}

/**
 * Sends one HTTP request and resolves with the answer when its headers are in. It runs on node:http, which costs a
 * tenth of what the built-in fetch costs at start. Throws ConnectionError `unreachable`, or the signal's reason.
 */
export async function exchange(
  sockets: Sockets,
  { server, url, method, headers, body, signal }: Exchange,
): Promise<IncomingMessage> {
  const request = await sockets.open(url.protocol);
  signal?.throwIfAborted();
  // The engine has one signal for all requests of a transport; Node warns on stderr of the eleventh listener.
  if (signal !== undefined) setMaxListeners(0, signal);
  try {
    return await new Promise((resolve, reject) => {
      const sent = request(url, { method, headers });
      // Not by the `signal` option: an abort just after the last byte would raise an error on a socket without listeners.
      const abort = () => sent.destroy();
      signal?.addEventListener('abort', abort);
      sent.once('response', resolve);
      sent.on('error', reject);
      sent.once('close', () => {
        signal?.removeEventListener('abort', abort);
        // After an answer this says nothing new; without one it is all there is (a server that switches protocols).
        reject(new Error('the connection closed without an answer'));
      });
      // As bytes: a string would drag the headers into its own encoding.
      sent.end(body === undefined ? body : Buffer.from(body));
    });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const { code, message } = error as Error & { code?: string };
    // Of the address only the origin: paths and queries may hold keys.
    const what = `${method} to ${url.origin} failed: ${code ?? message}`;
    throw new ConnectionError('unreachable', `MCP server "${server}" cannot be reached: ${what}`, { cause: error });
  }
}
