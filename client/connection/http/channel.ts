import { setTimeout as wait } from 'node:timers/promises';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ServerEntry } from '../../types.ts';
import type { Channel } from '../channel.ts';
import { createDeliver } from '../deliver.ts';
import { ConnectionError } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import { toMilliseconds } from '../limits.ts';
import { createReadMessages } from '../messages.ts';
import type { HttpClient } from './client.ts';
import { createFetch } from './fetch.ts';
import { createListening } from './listening.ts';

/** How long a server may take to let go of a session, in milliseconds. */
const FAREWELL_MS = 2000;

interface Context {
  client: HttpClient;
  log: (line: string) => void;
}

/** Talks to a server over Streamable HTTP (specification, basic/transports). The client is the channel's to destroy. */
export function openStreamable(
  { name, connectTimeout }: Pick<ServerEntry, 'name' | 'connectTimeout'>,
  { client, log }: Context,
  ledger: Ledger,
): Channel {
  const listening = createListening();
  const patience = toMilliseconds({ seconds: connectTimeout, key: 'connect_timeout' });
  let transport: StreamableHTTPClientTransport | undefined;
  const deliver = createDeliver(name, () => transport, { ledger, log });
  const readMessages = createReadMessages(ledger);
  const fetch = createFetch({ server: name, client, ledger, readMessages, listening, patience, log, deliver });
  const requestInit = { headers: client.headers };
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
    client.destroy();
  }

  return {
    open() {
      // One transport an attempt: it keeps the revision of the attempt, which must not colour the next.
      // Redirects are left to our fetch, which has rules of its own.
      transport = new StreamableHTTPClientTransport(client.endpoint, { fetch, requestInit, redirectPolicy: 'follow' });
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
