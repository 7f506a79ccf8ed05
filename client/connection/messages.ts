import { isObject, type RequestId } from './frame.ts';
import { isJson } from './is-json.ts';
import type { Ledger } from './ledger.ts';
import { type Outline, outlines } from './outline.ts';
import { parseJson } from './parse-json.ts';

/** What has more bytes is never decoded but where it is wanted. */
const LARGE = 64 * 1024;
/** So much of a text that is no JSON is decoded, in bytes. */
const HEAD = 4096;
/** So many outlines of one piece are kept; a small one cannot hold as many messages. */
const MOST_OUTLINES = 4096;
/** What is parsed in vain costs so many bytes beside its text: an error of the parser, or short strings that it keeps. */
const VAIN = 2048;
/** After so many bytes that were parsed in vain nothing more is. */
const MUCH_IN_VAIN = 100 * VAIN;

/** The messages that came as one, or the head of a text that is no JSON. */
type Messages = { values: unknown[] } | { noise: string };

/** The request that a value answers where it does not say so itself, as far as the transport knows it. */
type Meant = (value: unknown) => RequestId | undefined;

/**
 * Reads what came in one piece: a line, a body, the data of an event. It may be one message or, up to 2025-03-26, an
 * array of several.
 */
export type ReadMessages = (bytes: Buffer, meant: Meant) => Messages;

/**
 * Reads the messages of one connection. What a hostile server floods it with would take memory faster than it is given
 * back, so each piece is looked through first: of what somebody waits for all is parsed, of all else only the outline. What
 * an outline does not do justice is still parsed, to be told of as what it is, while it is small and there was not much of
 * it.
 */
export function createReadMessages(ledger: Pick<Ledger, 'wants' | 'overlooked'>): ReadMessages {
  let vain = 0;
  return (bytes, meant) => {
    const isLarge = bytes.length > LARGE;
    const isMuch = vain >= MUCH_IN_VAIN;
    const looked = lookThrough(bytes, ledger, meant);
    if (looked !== 'whole' && (looked.left.length === 0 || isLarge || isMuch)) {
      const isFound = looked.values.length + looked.left.length > 0;
      return (isLarge ? isFound : isJson(bytes)) ? tell(looked, bytes, ledger) : { noise: headOf(bytes) };
    }
    const value = isMuch && !isJson(bytes) ? undefined : parseJson(bytes.toString('utf8'));
    if (value === undefined || looked !== 'whole') vain += VAIN + bytes.length;
    if (value === undefined) return { noise: headOf(bytes) };
    return { values: Array.isArray(value) ? (value as unknown[]) : [value] };
  };
}

/** What came in one piece: what is handed on of it, and the messages that are not. */
interface Looked {
  values: unknown[];
  left: Outline[];
}

function lookThrough(bytes: Buffer, { wants }: Pick<Ledger, 'wants'>, meant: Meant): Looked | 'whole' {
  const looked: Looked = { values: [], left: [] };
  for (const value of outlines(bytes)) {
    const wanted = isObject(value) ? wants(value, bytes.length, meant(value)) : 'outline';
    if (wanted === 'whole') return 'whole';
    const kept: unknown[] = wanted === 'outline' ? looked.values : looked.left;
    if (kept.length < MOST_OUTLINES) kept.push(value);
  }
  const isEmpty = looked.values.length + looked.left.length === 0;
  // What is no message can still be what a request is answered with, and must then be told of as what it is.
  return isEmpty && wants({}, bytes.length, meant({})) === 'whole' ? 'whole' : looked;
}

function tell({ values, left }: Looked, bytes: Buffer, { overlooked }: Pick<Ledger, 'overlooked'>): Messages {
  for (const outline of left) overlooked(outline, bytes.length);
  return { values };
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
