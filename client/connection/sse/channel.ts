import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { JsonObject, ServerEntry } from '../../types.ts';
import type { Channel } from '../channel.ts';
import { ConnectionError } from '../errors.ts';
import { tooLarge } from '../http/body.ts';
import type { HttpClient } from '../http/client.ts';
import { readEvents, type StreamEvent } from '../http/events.ts';
import type { Ledger } from '../ledger.ts';
import { MAX_MESSAGE_BYTES, toMilliseconds } from '../limits.ts';
import { parseJson } from '../parse-json.ts';
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

  function deliver(message: JsonObject | undefined): void {
    if (message === undefined) return;
    try {
      transport?.onmessage?.(message as unknown as JSONRPCMessage);
    } catch (error) {
      // One frame that the engine chokes on must not end the reading of the others.
      log(`MCP server "${name}": ${oneLine(error instanceof Error ? error.message : String(error))}`);
    }
  }

  function take({ event = 'message', data = '' }: StreamEvent): void {
    if (event === 'endpoint') endpoint ??= readEndpoint(name, client.endpoint, data);
    if ((event !== 'message' && event !== '') || data === '') return;
    const value = parseJson(data);
    if (value === undefined) {
      const text = oneLine(ledger.hide(data), 200);
      ledger.missed('not_json', `an event that is no JSON: ${text.slice(0, 80)}`);
      log(`MCP server "${name}" sent an event that is no JSON: ${text}`);
      return;
    }
    // Up to 2025-03-26 several messages may come as one array.
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value])
      deliver(ledger.received(item, ledger.guess(item)));
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
          take(event);
          if (endpoint !== undefined) resolve();
          // One frame a turn: the engine handles an answer at once but a notification a moment later.
          await nextTurn();
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
