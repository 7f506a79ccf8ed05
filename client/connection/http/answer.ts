import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '../../types.ts';
import { ConnectionError } from '../errors.ts';
import type { RequestId } from '../frame.ts';
import type { Ledger } from '../ledger.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';
import { parseJson } from '../parse-json.ts';
import { oneLine } from '../text.ts';
import { nextTurn } from '../turn.ts';
import { readBody, tooLarge } from './body.ts';
import { readEvents, type StreamEvent, writeEvent } from './events.ts';

/** Between these bounds a server chooses how soon a stream that ended is asked for again, in milliseconds. */
const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 2 ** 31 - 1;
/** It goes into a header, and all headers together are small. */
const MAX_ID_LENGTH = 1024;

/** What an HTTP answer is read against. */
export interface Reading {
  server: string;
  ledger: Ledger;
  log: (line: string) => void;
  /** The request that was posted and is answered here, if one was. */
  asked: RequestId | undefined;
  /** Hears where the stream that answers `asked` may be resumed. */
  resumable?: ((eventId: string) => void) | undefined;
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
  for (const item of itemsOf(body)) {
    const message = item === undefined ? refuseText(body, reading) : ledger.received(item, asked);
    if (message !== undefined) messages.push(message);
  }
  const missing = refuseSilence(reading, 'malformed_frame', 'its body holds no answer to it');
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
  let broken = false;
  try {
    const tooLong = (bytes: number) => tooLarge(reading.server, { bytes, measured: 'partial' });
    for await (const given of readEvents(answer as AsyncIterable<Uint8Array>, MAX_MESSAGE_BYTES, tooLong)) {
      const event = boundRetry(dropUnusableId(given));
      if (event.id) {
        resumable = true;
        reading.resumable?.(event.id);
      }
      const text = rewriteEvent(event, reading);
      if (text !== '') yield text;
      await nextTurn();
    }
  } catch (error) {
    broken = true;
    const failure = error instanceof ConnectionError ? error : undefined;
    if (failure === undefined && resumable) throw error;
    const message = failure && fail(reading, failure);
    if (message !== undefined) yield writeEvent({ data: JSON.stringify(message) });
    else if (failure !== undefined) reading.log(failure.message);
  }
  // A stream that was ended in order after the answer to another request has not lost anything.
  const code = !broken && reading.ledger.dropped()?.fault() === 'wrong_id' ? 'malformed_frame' : 'closed';
  const missing = resumable ? undefined : refuseSilence(reading, code, 'the stream ended without an answer to it');
  if (missing !== undefined) yield writeEvent({ data: JSON.stringify(missing) });
}

function rewriteEvent(event: StreamEvent, reading: Reading): string {
  const { data } = event;
  const isMessage = event.event === undefined || event.event === '' || event.event === 'message';
  if (data === undefined || data === '' || !isMessage) return writeEvent(event);
  const texts = itemsOf(data)
    .map((item) => (item === undefined ? refuseText(data, reading) : reading.ledger.received(item, reading.asked)))
    .map((message) => (message === undefined ? '' : encode(message, reading)));
  // The engine takes one message an event. The id of a dropped message still counts as where the stream may be resumed.
  const last = writeEvent({ ...event, data: texts.pop() ?? '' });
  return [...texts.filter((text) => text !== '').map((text) => writeEvent({ data: text })), last].join('');
}

/** The values of a text: one, or those of an array, since up to 2025-03-26 several messages may come as one. */
function itemsOf(text: string): unknown[] {
  const value = parseJson(text);
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

/** An id that no header can carry is none: the stream cannot be resumed with it. */
function dropUnusableId({ id, ...event }: StreamEvent): StreamEvent {
  return id !== undefined && isUsableId(id) ? { ...event, id } : event;
}

function isUsableId(id: string): boolean {
  return id.length <= MAX_ID_LENGTH && /^[\t\x20-\x7e\x80-\xff]*$/.test(id);
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

function refuseText(text: string, reading: Reading): JsonObject | undefined {
  const fault = `expected JSON, got ${text === '' ? 'nothing' : oneLine(reading.ledger.hide(text), 80)}`;
  const message = fail(
    reading,
    new ConnectionError('malformed_frame', `MCP server "${reading.server}" sent a malformed answer: ${fault}`, {
      fault: 'not_json',
    }),
  );
  if (message === undefined) reading.log(`MCP server "${reading.server}": a frame was dropped: ${fault}`);
  return message;
}

function refuseSilence(reading: Reading, code: 'closed' | 'malformed_frame', what: string): JsonObject | undefined {
  const { server, ledger, asked } = reading;
  if (asked === undefined || !ledger.waits(asked)) return undefined;
  const dropped = ledger.dropped();
  const message = `MCP server "${server}" took the request but ${what}${dropped?.words() ?? ''}`;
  const fault = dropped?.fault() ?? 'no_answer';
  return fail(reading, new ConnectionError(code, message, { delivery: 'unknown', fault }));
}

function fail({ ledger, asked }: Reading, error: ConnectionError): JsonObject | undefined {
  return asked === undefined ? undefined : ledger.fail(error, asked);
}
