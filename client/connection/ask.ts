import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import type { JsonObject } from '../types.ts';
import type { Channel } from './channel.ts';
import { ConnectionError, type Delivery } from './errors.ts';
import type { RequestId } from './frame.ts';
import type { Ledger, StandIn } from './ledger.ts';
import { type Limit, toMilliseconds } from './limits.ts';
import type { Progressed } from './notices.ts';
import { translate } from './translate.ts';

/** One server as the rooms above the wire see it: the engine, and what lies under it. */
export interface Link {
  server: string;
  client: Client;
  channel: Channel;
  ledger: Ledger;
}

export interface Question {
  method: string;
  limit: Limit;
  standIn: StandIn;
  /** Makes the engine send it. The engine's own reading of the answer is not looked at. */
  send(options: RequestOptions): Promise<unknown>;
  /** Gives the answer up; the server is told so. */
  signal?: AbortSignal | undefined;
  /** Makes the server be asked for reports, and hears of them. */
  onProgress?: Progressed | undefined;
}

/**
 * Asks the server one thing and answers with its `result` exactly as it came. Not to be called while another question
 * is open. Throws ConnectionError.
 */
export async function ask(link: Link, question: Question): Promise<JsonObject> {
  const { server, ledger, channel } = link;
  const { method, limit, signal, onProgress } = question;
  const gone = channel.ended();
  if (gone !== undefined) throw broken(gone, 'none');
  if (signal?.aborted) throw cancelled(server, method, 'none');
  const flight = ledger.begin(method, question.standIn, onProgress);
  try {
    await question.send({
      timeout: toMilliseconds(limit),
      ...(signal && { signal }),
      // The engine only asks; reports never come as far as to it.
      ...(onProgress && { onprogress: () => undefined }),
    });
    if (flight.result === undefined)
      throw new TypeError(`The engine settled ${method} without an answer of the server`);
    return flight.result;
  } catch (error) {
    const ended = flight.failure?.code === 'closed' || !flight.answered ? channel.ended() : undefined;
    if (ended !== undefined) throw broken(ended, hasLeft(channel, flight.id) ? 'unknown' : 'none');
    if (flight.failure === undefined && signal?.aborted) throw cancelled(server, method, 'unknown');
    throw flight.failure ?? translate(error, { server, method, limit, dropped: flight.dropped });
  } finally {
    ledger.end();
  }
}

/** Whether a request may have reached the server, now that the connection has ended. */
function hasLeft(channel: Channel, id: RequestId | undefined): boolean {
  return id !== undefined && (channel.reached?.(id) ?? true);
}

/** The end of the connection as the fate of one request. */
function broken(ended: ConnectionError, delivery: Delivery): ConnectionError {
  return new ConnectionError(ended.code, ended.message, { cause: ended, delivery });
}

function cancelled(server: string, method: string, delivery: Delivery): ConnectionError {
  return new ConnectionError('cancelled', `${method} to MCP server "${server}" was cancelled`, { delivery });
}
