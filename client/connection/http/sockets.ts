import type { ClientRequest, RequestOptions } from 'node:http';
import type { Agent, AgentOptions } from 'node:https';
import { chooseProxy } from './proxy/choose.ts';

/**
 * Idle sockets are closed before common servers do so themselves, lest a request meets a socket that is just closing.
 */
export const IDLE_MS = 4000;

/** A way to send requests, with connections that are kept for the next one. */
export interface Route {
  request(url: URL, options: RequestOptions): ClientRequest;
  /** The proxy that they go through, for messages; without its credentials. */
  via?: string;
  /** Closes all its connections, in use or not. */
  destroy(): void;
}

/** The connections to one MCP server. */
export interface Sockets {
  /** The way to an address, by http or https. The latter is loaded when it is first needed. */
  open(url: URL): Promise<Route>;
  destroy(): void;
}

export interface SocketOptions {
  /** The origin of the entry: nobody else is shown the client's certificate. */
  origin: string;
  /** TLS for that origin, and for others. */
  tls: { own: AgentOptions; others: AgentOptions };
  /** Where proxies are named. */
  environment: NodeJS.ProcessEnv;
}

/** A pool of its own. */
export function createSockets({ origin, tls, environment }: SocketOptions): Sockets {
  const routes = new Map<string, Promise<Route>>();
  let destroyed = false;

  async function openRoute(url: URL, proxy: URL | undefined): Promise<Route> {
    const options = url.origin === origin ? tls.own : tls.others;
    if (proxy === undefined) return openDirect(url.protocol, options);
    const { openThroughProxy } = await import('./proxy/route.ts');
    return openThroughProxy(url.protocol, proxy, options);
  }

  return {
    async open(url) {
      const proxy = chooseProxy(url, environment);
      const key = [url.protocol, url.origin === origin, proxy?.href].join(' ');
      const route = routes.get(key) ?? openRoute(url, proxy);
      routes.set(key, route);
      const opened = await route;
      if (destroyed) throw new Error('the connection was closed');
      return opened;
    },
    destroy() {
      destroyed = true;
      for (const route of routes.values()) {
        route.then(
          (opened) => opened.destroy(),
          () => undefined,
        );
      }
    },
  };
}

async function openDirect(protocol: string, tls: AgentOptions): Promise<Route> {
  const { Agent, request } = protocol === 'https:' ? await import('node:https') : await import('node:http');
  const agent: Agent = new Agent({ keepAlive: true, timeout: IDLE_MS, ...tls }) as Agent;
  return { request: (url, options) => request(url, { ...options, agent }), destroy: () => agent.destroy() };
}
