import type { RequestId } from './frame.ts';
import { isJson } from './is-json.ts';
import type { Ledger } from './ledger.ts';
import { type Outline, outlines } from './outline.ts';
import { parseJson } from './parse-json.ts';

/** What has more bytes is looked through before it is read. */
const LARGE = 64 * 1024;
/** So much of a text that is no JSON is decoded, in bytes. */
const HEAD = 4096;
/** So many outlines of one piece are kept; no more requests can be open at a time. */
const MOST_OUTLINES = 64;
/** What an error of the parser costs beside the text that it keeps, in bytes. */
const ERROR = 2048;
/** After texts that were no JSON and cost so many bytes every text is checked first. */
const MUCH_NOISE = 100 * ERROR;

/** The messages that came as one, or the head of a text that is no JSON. */
type Messages = { values: unknown[] } | { noise: string };

/**
 * Reads what came in one piece: a line, a body, the data of an event. It may be one message or, up to 2025-03-26, an
 * array of several.
 *
 * @param asked the request that the bytes are a reply to, where the transport knows it
 */
export type ReadMessages = (bytes: Buffer, asked?: RequestId) => Messages;

/**
 * Reads the messages of one connection. What a hostile server floods it with would take memory faster than it is given
 * back: nothing is decoded of a large message that nobody waits for, and what comes after much that was no JSON is
 * parsed only once it is known to be JSON.
 */
export function createReadMessages(ledger: Pick<Ledger, 'wants' | 'overlooked'>): ReadMessages {
  let noise = 0;
  return (bytes, asked) => {
    if (bytes.length > LARGE) {
      const wanted = lookThrough(bytes, ledger, asked);
      if (wanted !== 'whole') return wanted;
    }
    const value = noise < MUCH_NOISE || isJson(bytes) ? parseJson(bytes.toString('utf8')) : undefined;
    if (value !== undefined) return { values: Array.isArray(value) ? (value as unknown[]) : [value] };
    noise += ERROR + bytes.length;
    return { noise: headOf(bytes) };
  };
}

function lookThrough(
  bytes: Buffer,
  { wants, overlooked }: Pick<Ledger, 'wants' | 'overlooked'>,
  asked: RequestId | undefined,
): Messages | 'whole' {
  const values: Outline[] = [];
  const left: Outline[] = [];
  for (const outline of outlines(bytes)) {
    const wanted = wants(outline, bytes.length, asked);
    if (wanted === 'whole') return 'whole';
    const kept = wanted === 'outline' ? values : left;
    if (kept.length < MOST_OUTLINES) kept.push(outline);
  }
  for (const outline of left) overlooked(outline, bytes.length);
  if (values.length + left.length > 0) return { values };
  // What is no message can still be what a request is answered with, and must then be told of as what it is.
  return wants({}, bytes.length, asked) === 'whole' ? 'whole' : { noise: headOf(bytes) };
}

/** Enough of it to be told of, also after secrets have been taken out; of one that is cut, by `…`, what is there too. */
function headOf(bytes: Buffer): string {
  if (bytes.length <= HEAD) return bytes.toString('utf8');
  let end = HEAD;
  while (isWithinCharacter(bytes[end] ?? 0)) end -= 1;
  return `${bytes.toString('utf8', 0, end)}…`;
}

function isWithinCharacter(byte: number): boolean {
  return byte >> 6 === 0b10;
}
