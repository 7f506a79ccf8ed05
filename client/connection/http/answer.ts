import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '../../types.ts';
import { ConnectionError } from '../errors.ts';
import type { RequestId } from '../frame.ts';
import type { Ledger } from '../ledger.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';
import { oneLine } from '../text.ts';
import { nextTurn } from '../turn.ts';
import { readBody, tooLarge } from './body.ts';
import { readEvents, type StreamEvent, writeEvent } from './events.ts';

/** Between these bounds a server chooses how soon a stream that ended is asked for again, in milliseconds. */
const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 2 ** 31 - 1;

/** What an HTTP answer is read against. */
export interface Reading {
  server: string;
  ledger: Ledger;
  log: (line: string) => void;
  /** The request that was posted and is answered here, if one was. */
  asked: RequestId | undefined;
}

/**
 * The JSON body of a successful answer as the engine shall see it: every message passed through the ledger, results of
 * tools replaced, faults turned into errors. A request that the body leaves unanswered fails. Throws ConnectionError
 * `too_large`.
 */
export async function rewriteJson(answer: IncomingMessage, reading: Reading): Promise<string> {
  const { server, ledger, asked } = reading;
  const body = await readBody(server, answer);
  const messages: JsonObject[] = [];
  const value = parse(body);
  // Up to 2025-03-26 several messages may come as one array.
  for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
    const message = item === undefined ? refuseText(body, reading) : ledger.received(item, asked);
    if (message !== undefined) messages.push(message);
  }
  const missing = refuseSilence(reading, 'its body holds no answer to it');
  if (missing !== undefined) messages.push(missing);
  const texts = messages.map((message) => encode(message, reading)).filter((text) => text !== '');
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(',')}]`;
}

/**
 * The events of a stream as the engine shall see them, one a turn (the engine handles an answer at once but a
 * notification a moment later). When the stream of a posted request ends, or breaks, before the answer and cannot be
 * resumed, the request fails at once instead of waiting for its time-out.
 */
export async function* rewriteEvents(
  answer: IncomingMessage,
  reading: Reading,
): AsyncGenerator<string, void, undefined> {
  let resumable = reading.asked === undefined;
  try {
    const tooLong = () => tooLarge(reading.server, 'in one event');
    for await (const event of readEvents(answer as AsyncIterable<Uint8Array>, MAX_MESSAGE_BYTES, tooLong)) {
      resumable ||= event.id !== undefined && event.id !== '';
      const text = rewriteEvent(event, reading);
      if (text !== '') yield text;
      await nextTurn();
    }
  } catch (error) {
    const failure = error instanceof ConnectionError ? error : undefined;
    if (failure === undefined && resumable) throw error;
    const message = failure && fail(reading, failure);
    if (message !== undefined) yield writeEvent({ data: JSON.stringify(message) });
    else if (failure !== undefined) reading.log(failure.message);
  }
  const missing = resumable ? undefined : refuseSilence(reading, 'the stream ended without an answer to it');
  if (missing !== undefined) yield writeEvent({ data: JSON.stringify(missing) });
}

function rewriteEvent(given: StreamEvent, reading: Reading): string {
  const event = boundRetry(given);
  const { data } = event;
  const isMessage = event.event === undefined || event.event === '' || event.event === 'message';
  if (data === undefined || data === '' || !isMessage) return writeEvent(event);
  const value = parse(data);
  const message = value === undefined ? refuseText(data, reading) : reading.ledger.received(value, reading.asked);
  // The id of a dropped message still counts as where the stream may be resumed.
  return writeEvent({ ...event, data: message === undefined ? '' : encode(message, reading) });
}

/** A wait that a timer cannot hold would be no wait at all, and no wait at all would ask without a pause. */
function boundRetry({ retry, ...event }: StreamEvent): StreamEvent {
  if (retry === undefined || !/^\d+$/.test(retry)) return event;
  return { ...event, retry: String(Math.min(Math.max(Number(retry), MIN_RETRY_MS), MAX_RETRY_MS)) };
}

/**
 * A message as text. What is nested too deeply can be read but not written: such an answer becomes an error, and any
 * other message is dropped and becomes an empty text.
 */
function encode(message: JsonObject, { server, ledger, log }: Reading): string {
  try {
    return JSON.stringify(message);
  } catch {
    const fault = 'its values are nested too deeply';
    const { id = null } = message;
    if (!('method' in message)) return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: fault } });
    ledger.answered(id);
    log(`MCP server "${server}": a frame was dropped: ${fault}`);
    return '';
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuseText(text: string, reading: Reading): JsonObject | undefined {
  const fault = `expected JSON, got ${text === '' ? 'nothing' : oneLine(reading.ledger.hide(text), 80)}`;
  const message = fail(
    reading,
    new ConnectionError('malformed_frame', `MCP server "${reading.server}" sent a malformed answer: ${fault}`),
  );
  if (message === undefined) reading.log(`MCP server "${reading.server}": a frame was dropped: ${fault}`);
  return message;
}

function refuseSilence(reading: Reading, what: string): JsonObject | undefined {
  const { server, ledger, asked } = reading;
  if (asked === undefined || !ledger.waits(asked)) return undefined;
  return fail(reading, new ConnectionError('malformed_frame', `MCP server "${server}" took the request but ${what}`));
}

function fail({ ledger, asked }: Reading, error: ConnectionError): JsonObject | undefined {
  return asked === undefined ? undefined : ledger.fail(error, asked);
}
