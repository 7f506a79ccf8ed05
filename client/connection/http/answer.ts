import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '../../types.ts';
import { ConnectionError } from '../errors.ts';
import type { RequestId } from '../frame.ts';
import type { Ledger } from '../ledger.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';
import type { ReadMessages } from '../messages.ts';
import { oneLine } from '../text.ts';
import { nextTurn } from '../turn.ts';
import { readBytes, tooLarge } from './body.ts';
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
  readMessages: ReadMessages;
  log: (line: string) => void;
  /**
   * Hands a message that answers nothing to the engine at once: by way of the body it would be copied time and again, and
   * a flood of them would take memory faster than it is given back.
   */
  deliver: (message: JsonObject) => void;
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
  const { server } = reading;
  const texts = rewrite(await readBytes(server, answer), reading);
  const missing = refuseSilence(reading, 'malformed_frame', 'its body holds no answer to it');
  if (missing !== undefined) texts.push(JSON.stringify(missing));
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(',')}]`;
}

/**
 * The events of a stream as the engine shall see them, one a turn (the engine handles an answer at once but a
 * request of the server a moment later). When the stream of a posted request ends, or breaks, before the answer and cannot be
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
      if (text === '') continue;
      yield text;
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

function rewriteEvent({ data, event = 'message', ...fields }: StreamEvent, reading: Reading): string {
  const isMessage = event === '' || event === 'message';
  const texts = isMessage && data?.length ? rewrite(data, reading) : [];
  const last = texts.pop();
  // The id of a dropped message still counts as where the stream may be resumed.
  if (last === undefined && fields.id === undefined && fields.retry === undefined) return '';
  // The engine takes one message an event, and needs no name for it; a hostile one has megabytes.
  return [...texts.map((text) => writeEvent({ data: text })), writeEvent({ ...fields, data: last ?? '' })].join('');
}

/** The answers in a body or an event as the engine shall see them, as texts. What answers nothing is delivered. */
function rewrite(bytes: Buffer, reading: Reading): string[] {
  const { ledger, asked, deliver, readMessages } = reading;
  const read = readMessages(bytes, () => asked);
  const values =
    'noise' in read ? [refuseText(read.noise, reading)] : read.values.map((value) => ledger.received(value, asked));
  const answers: string[] = [];
  for (const message of values) {
    if (message === undefined) continue;
    if ('method' in message) deliver(message);
    else answers.push(encode(message));
  }
  return answers;
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

/** An answer as text. What is nested too deeply can be read but not written: it becomes an error. */
function encode(answer: JsonObject): string {
  try {
    return JSON.stringify(answer);
  } catch {
    const message = 'its values are nested too deeply';
    return JSON.stringify({ jsonrpc: '2.0', id: answer.id ?? null, error: { code: -32603, message } });
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
