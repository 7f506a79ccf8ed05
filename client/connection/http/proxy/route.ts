import type { ClientRequestArgs, RequestOptions } from 'node:http';
import type * as https from 'node:https';
import type { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import { IDLE_MS, type Route } from '../sockets.ts';
import { dialSocks } from './socks.ts';
import { basic, dialTunnel, placeOf } from './tunnel.ts';

type Done = (error: Error | null, socket: Duplex) => void;
/** Opens a connection to `host:port` through a proxy, ready to be spoken on as if it were direct. */
type Dial = (proxy: URL, host: string, port: number, signal: AbortSignal) => Promise<Duplex>;

/**
 * The way to addresses of one scheme through a proxy: plain HTTP is handed to an HTTP proxy by whole addresses (RFC 9112,
 * 3.2.2), all else goes through a connection that the proxy opens.
 */
export async function openThroughProxy(scheme: string, proxy: URL, tls: https.AgentOptions): Promise<Route> {
  if (proxy.protocol.startsWith('socks')) return openDialled(scheme, proxy, tls, dialSocks);
  return scheme === 'https:' ? openDialled(scheme, proxy, tls, dialTunnel) : openForwarded(proxy);
}

async function openForwarded(proxy: URL): Promise<Route> {
  const { Agent, request } = proxy.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  return {
    request(url, { headers, ...options }) {
      const fields = { ...basic(url, 'authorization'), ...(headers as Record<string, string>), host: url.host };
      const path = `${url.origin}${url.pathname}${url.search}`;
      return request({ ...options, ...placeOf(proxy), path, agent, headers: { ...fields, ...basic(proxy) } });
    },
    via: `the proxy ${proxy.host}`,
    destroy: () => agent.destroy(),
  };
}

async function openDialled(scheme: string, proxy: URL, tls: https.AgentOptions, dial: Dial): Promise<Route> {
  const encrypted = scheme === 'https:';
  const plain = (): Promise<unknown> => import('node:http');
  const { Agent, request } = encrypted ? await import('node:https') : ((await plain()) as typeof https);
  // What is still being dialled is no agent's yet.
  const closing = new AbortController();
  class DialledAgent extends Agent {
    override createConnection(options: ClientRequestArgs, done: Done): undefined {
      callbackify(() => this.#open(options))(done);
    }
    async #open(options: ClientRequestArgs): Promise<Duplex> {
      const socket = await dial(proxy, String(options.host), Number(options.port), closing.signal);
      if (!encrypted) return socket;
      // The agent of https starts TLS on a socket that it is given.
      return super.createConnection({ ...options, socket } as object) as Duplex;
    }
  }
  const agent = new DialledAgent({ keepAlive: true, timeout: IDLE_MS, ...tls });
  return {
    request: (url: URL, options: RequestOptions) => request(url, { ...options, agent }),
    via: `the proxy ${proxy.host}`,
    destroy() {
      closing.abort();
      agent.destroy();
    },
  };
}
