import type { Transport } from '@modelcontextprotocol/client';
import type { ServerEntry } from '../../types.ts';
import type { Channel } from '../channel.ts';
import { createDeliver } from '../deliver.ts';
import { ConnectionError } from '../errors.ts';
import { tooLarge } from '../http/body.ts';
import type { HttpClient } from '../http/client.ts';
import { readEvents, type StreamEvent } from '../http/events.ts';
import type { Ledger } from '../ledger.ts';
import { MAX_MESSAGE_BYTES, toMilliseconds } from '../limits.ts';
import { createReadMessages } from '../messages.ts';
import { oneLine } from '../text.ts';
import { nextTurn } from '../turn.ts';
import { readEndpoint } from './endpoint.ts';
import { openEventStream } from './event-stream.ts';
import { watchGap } from './gap.ts';
import { createPost } from './post.ts';

/** So long may a stream be silent, in milliseconds (the original client's rule). */
const GAP_MS = 300_000;

interface Context {
  client: HttpClient;
  log: (line: string) => void;
}

/**
 * Talks to a server by the transport of revision 2024-11-05: one stream of events carries all that the server says, the
 * first of them names the address to which messages are posted. The client is the channel's to destroy.
 *
 * @param gap how long the stream may be silent, in milliseconds
 */
export function openSse(
  { name, connectTimeout }: Pick<ServerEntry, 'name' | 'connectTimeout'>,
  { client, log }: Context,
  ledger: Ledger,
  gap = GAP_MS,
): Channel {
  const patience = toMilliseconds({ seconds: connectTimeout, key: 'connect_timeout' });
  const closing = new AbortController();
  const post = createPost({ server: name, client, ledger, patience, signal: closing.signal });
  let started: Promise<void> | undefined;
  let transport: Transport | undefined;
  const readMessages = createReadMessages(ledger);
  const deliver = createDeliver(name, () => transport, { ledger, log });
  let endpoint: URL | undefined;
  let ended: ConnectionError | undefined;

  function end(error: ConnectionError): void {
    if (ended !== undefined) return;
    ended = error;
    // A request that waits fails with the reason; without one the engine only hears that the stream is over.
    deliver(ledger.fail(error));
    closing.abort(error);
    client.destroy();
    transport?.onclose?.();
  }

  /** Answers with whether the engine was handed something. */
  function take({ event = 'message', data }: StreamEvent): boolean {
    if (event === 'endpoint') endpoint ??= readEndpoint(name, client.endpoint, data?.toString('utf8') ?? '');
    if ((event !== 'message' && event !== '') || !data?.length) return false;
    const messages = readMessages(data, ledger.guess);
    if ('values' in messages)
      return messages.values.map((value) => deliver(ledger.received(value, ledger.guess(value)))).includes(true);
    const text = oneLine(ledger.hide(messages.noise), 200);
    ledger.missed('not_json', `an event that is no JSON: ${text.slice(0, 80)}`);
    log(`MCP server "${name}" sent an event that is no JSON: ${text}`);
    return false;
  }

  /** Resolves when the endpoint is known, and goes on reading. */
  async function start(): Promise<void> {
    const stream = await openEventStream(client, { server: name, ledger, patience, signal: closing.signal });
    const chunks = watchGap(stream, gap, () => {
      end(lost(`sent nothing for ${gap / 1000} s`));
    });
    const tooLong = (bytes: number) => tooLarge(name, { bytes, measured: 'partial' });
    const known = new Promise<void>((resolve, reject) => {
      const read = async () => {
        for await (const event of readEvents(chunks, MAX_MESSAGE_BYTES, tooLong)) {
          const handed = take(event);
          if (endpoint !== undefined) resolve();
          // One frame a turn: the engine handles an answer at once but a request of the server a moment later.
          if (handed) await nextTurn();
        }
      };
      const finish = (error?: unknown) => {
        end(error instanceof ConnectionError ? error : lost('ended its stream of events', error));
        reject(ended ?? error);
      };
      read().then(() => finish(), finish);
    });
    const late = setTimeout(() => end(lateFor('named no endpoint')), patience);
    await known.finally(() => clearTimeout(late));
  }

  function lost(what: string, cause?: unknown): ConnectionError {
    return new ConnectionError('closed', `MCP server "${name}" ${what}`, { cause });
  }

  function lateFor(what: string): ConnectionError {
    const setting = `connect_timeout: ${connectTimeout} in mcp_servers.${name}`;
    return new ConnectionError('timeout', `MCP server "${name}" ${what} within ${connectTimeout} s (${setting})`);
  }

  return {
    open() {
      const opened: Transport = {
        async start() {
          if (ended !== undefined) throw ended;
          transport = opened;
          started ??= start();
          await started;
        },
        async send(message) {
          if (ended !== undefined || endpoint === undefined) throw ended ?? lost('has named no endpoint');
          await post(endpoint, message);
        },
        setProtocolVersion: (revision) => post.setRevision(revision),
        async close() {
          if (transport !== opened) return;
          transport = undefined;
          opened.onclose?.();
        },
      };
      return opened;
    },
    settled: async () => undefined,
    ended: () => ended,
    async close() {
      end(new ConnectionError('closed', `The connection to MCP server "${name}" was closed`));
    },
  };
}
