import type { RequestId } from './frame.ts';
import { isJson } from './is-json.ts';
import type { Ledger } from './ledger.ts';
import { type Outline, outlines } from './outline.ts';
import { parseJson } from './parse-json.ts';

/** What has more bytes is never decoded but where it is wanted. */
const LARGE = 64 * 1024;
/** So much of a text that is no JSON is decoded, in bytes. */
const HEAD = 4096;
/** So many outlines of one piece are kept; no more requests can be open at a time. */
const MOST_OUTLINES = 64;
/** What is parsed in vain costs so many bytes beside its text: an error of the parser, or short strings that it keeps. */
const VAIN = 2048;
/** After so many bytes that were parsed in vain nothing more is. */
const MUCH_IN_VAIN = 100 * VAIN;

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
 * back, so each piece is looked through first: of what somebody waits for all is parsed, of what matters by its kind alone
 * only the outline. What nobody waits for is still parsed, so that it can be told what is wrong with it, while it is small
 * and there was not much of it.
 */
export function createReadMessages(ledger: Pick<Ledger, 'wants' | 'overlooked'>): ReadMessages {
  let vain = 0;
  return (bytes, asked) => {
    const isLarge = bytes.length > LARGE;
    const isMuch = vain >= MUCH_IN_VAIN;
    const looked = lookThrough(bytes, ledger, asked);
    const isNeeded = looked !== 'whole' && looked.outlines.length > 0 && looked.left.length === 0;
    if (looked !== 'whole' && (isNeeded || isLarge || isMuch))
      return isLarge || isJson(bytes) ? outlinesOf(looked, bytes, ledger) : { noise: headOf(bytes) };
    const value = !isMuch || isJson(bytes) ? parseJson(bytes.toString('utf8')) : undefined;
    if (value === undefined || looked !== 'whole') vain += VAIN + bytes.length;
    if (value === undefined) return { noise: headOf(bytes) };
    return { values: Array.isArray(value) ? (value as unknown[]) : [value] };
  };
}

/** The messages of one piece: whose outline is wanted, and which are not wanted at all. */
interface Looked {
  outlines: Outline[];
  left: Outline[];
}

function lookThrough(bytes: Buffer, { wants }: Pick<Ledger, 'wants'>, asked: RequestId | undefined): Looked | 'whole' {
  const looked: Looked = { outlines: [], left: [] };
  for (const outline of outlines(bytes)) {
    const wanted = wants(outline, bytes.length, asked);
    if (wanted === 'whole') return 'whole';
    const kept = wanted === 'outline' ? looked.outlines : looked.left;
    if (kept.length < MOST_OUTLINES) kept.push(outline);
  }
  const isEmpty = looked.outlines.length + looked.left.length === 0;
  // What is no message can still be what a request is answered with, and must then be told of as what it is.
  return isEmpty && wants({}, bytes.length, asked) === 'whole' ? 'whole' : looked;
}

function outlinesOf(
  { outlines: values, left }: Looked,
  bytes: Buffer,
  { overlooked }: Pick<Ledger, 'overlooked'>,
): Messages {
  for (const outline of left) overlooked(outline, bytes.length);
  return values.length + left.length > 0 ? { values } : { noise: headOf(bytes) };
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
