import type { IncomingMessage } from 'node:http';
import type { HttpTransport } from '../../types.ts';
import type { ClientInfo } from '../engine.ts';
import { ConnectionError } from '../errors.ts';
import { buildHeaders } from './headers.ts';
import { identityOf } from './identity.ts';
import { exchangeFollowing } from './redirect.ts';
import { createSockets } from './sockets.ts';
import { loadTls } from './tls.ts';

/** One request. Without `url` it goes to the entry's own address. */
export interface HttpRequest {
  method: string;
  url?: URL;
  headers: Record<string, string>;
  body?: string | undefined;
  /** Each ends it. Not one that is made of several: that would stay with a long-lived one of them for as long as this. */
  signals?: readonly AbortSignal[];
}

/** How the server of one entry is reached, whatever is then spoken with it. */
export interface HttpClient {
  /** The address of the entry. */
  endpoint: URL;
  /** What every request carries. */
  headers: Record<string, string>;
  /**
   * Sends one request by the entry's rules (TLS, proxies, redirects) and resolves with the answer when its headers are
   * in. Throws ConnectionError `unreachable`, `redirect_refused`, or the signal's reason.
   */
  send(request: HttpRequest): Promise<IncomingMessage>;
  /** Closes all connections, in use or not. */
  destroy(): void;
}

interface Context {
  clientInfo: ClientInfo;
  home: string;
  environment: NodeJS.ProcessEnv;
}

/** A client with connections of its own. Throws ConnectionError `invalid_entry`. */
export async function createHttpClient(
  server: string,
  transport: HttpTransport,
  { clientInfo, home, environment }: Context,
): Promise<HttpClient> {
  const endpoint = readUrl(server, transport.url);
  const { origin } = endpoint;
  const own = transport.headers;
  const headers = buildHeaders(server, { own, identity: identityOf(transport, home) }, clientInfo);
  const sockets = createSockets({ origin, tls: await loadTls(server, transport.tls), environment });
  const keepsBack = transport.strictRedirectHeaders ? Object.keys(own).map((name) => name.toLowerCase()) : [];
  return {
    endpoint,
    headers,
    send: ({ url = endpoint, body, signals = [], ...rest }) =>
      exchangeFollowing(sockets, { server, url, body, signals, ...rest }, { origin, keepsBack }),
    destroy: () => sockets.destroy(),
  };
}

function readUrl(server: string, url: string): URL {
  if (URL.canParse(url) && /^https?:/i.test(url)) return new URL(url);
  throw new ConnectionError('invalid_entry', `Expected "url" to be an http or https address (mcp_servers.${server})`);
}
