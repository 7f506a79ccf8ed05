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

const MEMBERS = ['id', 'method', 'jsonrpc', 'params'] as const;

/**
 * What a JSON-RPC message is, without what it carries: an object or an array is empty here, what is far too long is null.
 * Each member is absent where the message has none.
 */
export type Outline = { [Member in (typeof MEMBERS)[number]]?: unknown };

/** In bytes, with quotes and escapes: so long may `jsonrpc` be written, the longest of them. */
const LONGEST_KEY = 2 + 'jsonrpc'.length * '\\u0000'.length;
/** In bytes, with quotes and escapes. */
const LONGEST_VALUE = 64 * 1024;
/** Longer than what the engine of the language keeps of a text that it parses (`decode`). */
const PADDING = 'x'.repeat(16);

/**
 * Looks through a JSON text for the messages in it: one, or those of an array, since up to 2025-03-26 several may come
 * as one. Nothing is decoded but these members, so that a text of many megabytes takes no memory. Most faults of the text
 * are not found: what is wanted must still be parsed. A text that is neither object nor array has no messages.
 */
export function* outlines(text: Buffer): Generator<Outline, void, undefined> {
  const start = startOf(text);
  if (text[start] !== OPEN_OBJECT && text[start] !== OPEN_ARRAY) return;
  /** How deep the members of a message lie. */
  const level = text[start] === OPEN_ARRAY ? 2 : 1;
  let depth = 0;
  let message: Outline | undefined;
  for (let at = start; at < text.length; at += 1) {
    switch (text[at]) {
      case QUOTE: {
        const end = endOfString(text, at);
        const member = message && depth === level ? memberAt(text, at, end) : undefined;
        // Each text that cannot be parsed costs its time: one is enough.
        if (member === 'broken') return;
        if (message !== undefined && member !== undefined) message[member.key] = member.value;
        at = (member?.end ?? end) - 1;
        break;
      }
      case OPEN_OBJECT:
        depth += 1;
        if (depth === level) message = {};
        break;
      case OPEN_ARRAY:
        depth += 1;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        if (depth === level && message !== undefined) yield message;
        if (depth === level) message = undefined;
        depth -= 1;
        break;
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
  const name = decode(text.toString('utf8', start, end));
  if (name === undefined) return 'broken';
  const key = MEMBERS.find((member) => member === name);
  if (key === undefined) return undefined;
  const first = skipSpaces(text, colon + 1);
  // What is nested is looked through like all else.
  if (text[first] === OPEN_OBJECT) return { key, value: {}, end: first };
  if (text[first] === OPEN_ARRAY) return { key, value: [], end: first };
  const last = text[first] === QUOTE ? endOfString(text, first) : endOfWord(text, first);
  if (last - first > LONGEST_VALUE) return { key, value: null, end: last };
  const value = decode(text.toString('utf8', first, last));
  return value === undefined ? 'broken' : { key, value, end: last };
}

/**
 * The value of one string, number or name. Each string of at most 10 characters that `JSON.parse` meets stays in a table
 * of V8 until all memory is looked through, which a flood of short ones outruns by a hundred megabytes: none is met here.
 */
function decode(token: string): unknown {
  if (!token.startsWith('"')) return parseJson(token);
  const padded = parseJson(`"${PADDING}${token.slice(1)}`);
  return typeof padded === 'string' ? padded.slice(PADDING.length) : undefined;
}
