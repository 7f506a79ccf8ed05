import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  endOfString,
  endOfWord,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  skipSpaces,
  startOf,
} from './json-text.ts';

const WORD = /^(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)$/;
const ESCAPES = new Set(Buffer.from('"\\/bfnrt'));
const [SPACE, U] = [0x20, 0x75];

/** What may come next: a value or a key, both also where the array or object may end instead; or what follows a value. */
type Next = 'value' | 'value or end' | 'key' | 'key or end' | 'after';

/**
 * Whether a text is JSON (RFC 8259), as `JSON.parse` would say. Unlike that it makes no error that the language keeps
 * together with the text; a flood of those takes hundreds of megabytes.
 */
export function isJson(text: Buffer): boolean {
  const open = createNest();
  let next: Next = 'value';
  let at = startOf(text);
  while (at < text.length) {
    const byte = text[at] ?? 0;
    if (next === 'after') {
      if (byte === COMMA && open.depth() > 0) next = open.end() === CLOSE_OBJECT ? 'key' : 'value';
      else if (byte !== open.end()) return false;
      else open.leave();
      at += 1;
    } else if (next.endsWith('or end') && byte === open.end()) {
      open.leave();
      next = 'after';
      at += 1;
    } else if (next.startsWith('key')) {
      const end = byte === QUOTE ? endOfString(text, at) : at;
      const colon = skipSpaces(text, end);
      if (!isString(text, at, end) || text[colon] !== COLON) return false;
      next = 'value';
      at = colon + 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      open.enter(byte === OPEN_OBJECT);
      next = byte === OPEN_OBJECT ? 'key or end' : 'value or end';
      at += 1;
    } else {
      const end = byte === QUOTE ? endOfString(text, at) : endOfWord(text, at);
      const isValue = byte === QUOTE ? isString(text, at, end) : WORD.test(text.toString('latin1', at, end));
      if (!isValue) return false;
      next = 'after';
      at = end;
    }
    at = skipSpaces(text, at);
  }
  return next === 'after' && open.depth() === 0;
}

/** The arrays and objects that are open, a bit each: a hostile text opens millions and closes none. */
interface Nest {
  depth(): number;
  /** What ends the innermost, if there is one. */
  end(): number | undefined;
  enter(isObject: boolean): void;
  leave(): void;
}

function createNest(): Nest {
  let bits = new Uint8Array(16);
  let depth = 0;
  return {
    depth: () => depth,
    end() {
      const last = depth - 1;
      if (last < 0) return undefined;
      return (((bits[last >> 3] ?? 0) >> (last & 7)) & 1) === 1 ? CLOSE_OBJECT : CLOSE_ARRAY;
    },
    enter(isObject) {
      const at = depth >> 3;
      if (at === bits.length) {
        const more = new Uint8Array(at * 2);
        more.set(bits);
        bits = more;
      }
      const bit = 1 << (depth & 7);
      bits[at] = isObject ? (bits[at] ?? 0) | bit : (bits[at] ?? 0) & ~bit;
      depth += 1;
    },
    leave() {
      depth -= 1;
    },
  };
}

/** Whether a string that has an end, perhaps, is one: without control characters, and with no escapes but JSON's. */
function isString(text: Buffer, start: number, end: number): boolean {
  if (end - start < 2 || text[end - 1] !== QUOTE) return false;
  let at = start + 1;
  for (; at < end - 1; at += 1) {
    const byte = text[at] ?? 0;
    if (byte < SPACE) return false;
    if (byte !== BACKSLASH) continue;
    at += 1;
    const escape = text[at] ?? 0;
    if (escape === U && /^[0-9a-fA-F]{4}$/.test(text.toString('latin1', at + 1, at + 5))) at += 4;
    else if (!ESCAPES.has(escape)) return false;
  }
  // Otherwise the last quote was escaped too.
  return at === end - 1;
}
