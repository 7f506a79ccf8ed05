import { setTimeout as wait } from 'node:timers/promises';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ServerEntry } from '../../types.ts';
import type { Channel } from '../channel.ts';
import type { ClientInfo } from '../engine.ts';
import { ConnectionError } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import { toMilliseconds } from '../limits.ts';
import { createSockets } from './exchange.ts';
import { createFetch } from './fetch.ts';
import { buildHeaders } from './headers.ts';
import { createListening } from './listening.ts';

/** How long a server may take to let go of a session, in milliseconds. */
const FAREWELL_MS = 2000;

interface Context {
  clientInfo: ClientInfo;
  log: (line: string) => void;
}

/**
 * Talks to a server over Streamable HTTP (specification, basic/transports), with connections of its own. Throws
 * ConnectionError `invalid_entry`.
 */
export function openHttp(
  { name, connectTimeout }: ServerEntry,
  { url, headers }: { url: string; headers: Record<string, string> },
  { clientInfo, log }: Context,
  ledger: Ledger,
): Channel {
  const endpoint = readUrl(name, url);
  const sockets = createSockets();
  const listening = createListening();
  const patience = toMilliseconds({ seconds: connectTimeout, key: 'connect_timeout' });
  const fetch = createFetch({ server: name, sockets, ledger, listening, patience, log });
  const requestInit = { headers: buildHeaders(name, headers, clientInfo) };
  let transport: StreamableHTTPClientTransport | undefined;
  let ended: ConnectionError | undefined;
  let closing: Promise<void> | undefined;

  async function end(): Promise<void> {
    ended = new ConnectionError('closed', `The connection to MCP server "${name}" was closed`);
    ledger.fail(ended);
    const over = new AbortController();
    const farewell = transport?.terminateSession().catch(() => undefined);
    await Promise.race([farewell, wait(FAREWELL_MS, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
    await transport?.close();
    sockets.destroy();
  }

  return {
    open() {
      // One transport an attempt: it keeps the revision of the attempt, which must not colour the next.
      // Redirects are left to our fetch, which has the stricter rule.
      transport = new StreamableHTTPClientTransport(endpoint, { fetch, requestInit, redirectPolicy: 'follow' });
      return transport;
    },
    settled: () => listening.settled(),
    ended: () => ended,
    close() {
      closing ??= end();
      return closing;
    },
  };
}

function readUrl(server: string, url: string): URL {
  if (URL.canParse(url) && /^https?:/i.test(url)) return new URL(url);
  throw new ConnectionError('invalid_entry', `Expected "url" to be an http or https address (mcp_servers.${server})`);
}
