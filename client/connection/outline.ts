import { isJson } from './is-json.ts';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  endOfString,
  endOfWord,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  skipSpaces,
  startOf,
} from './json-text.ts';
import { parseJson } from './parse-json.ts';

const MEMBERS = ['id', 'method', 'jsonrpc', 'params', 'result', 'error'] as const;

/** What a JSON-RPC message is, without what it carries: an object or an array is empty here, what is far too long is cut. */
export type Outline = { [Member in (typeof MEMBERS)[number]]?: unknown };

/** In bytes, with quotes and escapes: so long may `jsonrpc` be written, the longest of them. */
const LONGEST_KEY = 2 + 'jsonrpc'.length * '\\u0000'.length;
/** In bytes, with quotes and escapes. Of what is longer the head is kept, more than any id may have. */
const [LONGEST_VALUE, HEAD] = [64 * 1024, 4096];
/** So many values of one text that are no objects are told of. */
const MOST_OTHERS = 4096;
/** Longer than what the engine of the language keeps of a text that it parses (`decode`). */
const PADDING = 'x'.repeat(16);

/**
 * Looks through a JSON text for the messages in it: one, or those of an array, since up to 2025-03-26 several may come
 * as one. Of each there is the outline; what is no message is there as its kind. Nothing is decoded but these members, so
 * that a text of many megabytes takes no memory. Most faults of the text are not found: what is wanted must still be
 * parsed, or be known to be JSON.
 */
export function* outlines(text: Buffer): Generator<unknown, void, undefined> {
  const start = startOf(text);
  if (text[start] !== OPEN_OBJECT && text[start] !== OPEN_ARRAY) {
    const value = text.length > LONGEST_VALUE ? undefined : valueAt(text, start, endOfValue(text, start));
    if (value !== undefined) yield value;
    return;
  }
  /** How deep the members of a message lie. */
  const level = text[start] === OPEN_ARRAY ? 2 : 1;
  let depth = 0;
  let message: Outline | undefined;
  let others = 0;
  for (let at = start; at < text.length; at += 1) {
    /** What begins here stands where a message should. */
    const isOther = depth === 1 && level === 2 && others < MOST_OTHERS;
    switch (text[at]) {
      case QUOTE: {
        const end = endOfString(text, at);
        const member = message && depth === level ? memberAt(text, at, end) : undefined;
        // Each text that cannot be parsed costs its time: one is enough.
        if (member === 'broken') return;
        if (message !== undefined && member !== undefined) message[member.key] = member.value;
        if (isOther) {
          others += 1;
          yield '';
        }
        at = (member?.end ?? end) - 1;
        break;
      }
      case OPEN_OBJECT:
        depth += 1;
        if (depth === level) message = {};
        break;
      case OPEN_ARRAY:
        if (isOther) {
          others += 1;
          yield [];
        }
        depth += 1;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        if (depth === level && message !== undefined) yield message;
        if (depth === level) message = undefined;
        depth -= 1;
        break;
      default: {
        const end = isOther ? endOfWord(text, at) : at;
        if (end === at) break;
        const value = valueAt(text, at, end);
        if (value === undefined) return;
        others += 1;
        yield value;
        at = end - 1;
      }
    }
  }
}

type Member = { key: keyof Outline; value: unknown; end: number };

/**
 * The member whose key is the string between two places, when it is one that an outline has; `broken` when it cannot be
 * read, so that the text is no JSON.
 */
function memberAt(text: Buffer, start: number, end: number): Member | 'broken' | undefined {
  const colon = skipSpaces(text, end);
  if (text[colon] !== COLON || end - start > LONGEST_KEY) return undefined;
  const name = decode(text.subarray(start, end));
  if (name === undefined) return 'broken';
  const key = MEMBERS.find((member) => member === name);
  if (key === undefined) return undefined;
  const first = skipSpaces(text, colon + 1);
  // What is nested is looked through like all else.
  if (text[first] === OPEN_OBJECT) return { key, value: {}, end: first };
  if (text[first] === OPEN_ARRAY) return { key, value: [], end: first };
  const last = endOfValue(text, first);
  const value = valueAt(text, first, last);
  return value === undefined ? 'broken' : { key, value, end: last };
}

/** The place after the string, number or name that begins here. */
function endOfValue(text: Buffer, start: number): number {
  return text[start] === QUOTE ? endOfString(text, start) : endOfWord(text, start);
}

/** The string, number or name between two places, or the head of one that is far too long; undefined when it is none. */
function valueAt(text: Buffer, start: number, end: number): unknown {
  return end - start > LONGEST_VALUE
    ? `${text.toString('utf8', start, start + HEAD)}…`
    : decode(text.subarray(start, end));
}

/**
 * The value of one string, number or name, or undefined when it is none. `JSON.parse` would make an error of that, and of
 * strings with at most 10 characters V8 keeps each in a table: both stay until all memory is looked through, which a flood
 * of them outruns by hundreds of megabytes. So it meets neither here.
 */
function decode(token: Buffer): unknown {
  if (!isJson(token)) return undefined;
  const text = token.toString('utf8');
  return text.startsWith('"')
    ? (parseJson(`"${PADDING}${text.slice(1)}`) as string).slice(PADDING.length)
    : parseJson(text);
}
