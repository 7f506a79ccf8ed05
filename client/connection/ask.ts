import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import type { JsonObject } from '../types.ts';
import type { Channel } from './channel.ts';
import type { Ledger, StandIn } from './ledger.ts';
import { type Limit, toMilliseconds } from './limits.ts';
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
}

/**
 * Asks the server one thing and answers with its `result` exactly as it came. Not to be called while another question
 * is open. Throws ConnectionError.
 */
export async function ask(link: Link, question: Question): Promise<JsonObject> {
  const { server, ledger, channel } = link;
  const { method, limit } = question;
  const gone = channel.ended();
  if (gone !== undefined) throw gone;
  const flight = ledger.begin(method, question.standIn);
  try {
    await question.send({ timeout: toMilliseconds(limit) });
    if (flight.result === undefined)
      throw new TypeError(`The engine settled ${method} without an answer of the server`);
    return flight.result;
  } catch (error) {
    const ended = flight.answered ? undefined : channel.ended();
    throw flight.failure ?? ended ?? translate(error, { server, method, limit });
  } finally {
    ledger.end();
  }
}
