/** A text that was decoded by one layer, and where each of its UTF-16 units stood in the text before. */
export interface Unescaped {
  text: string;
  origin: (index: number) => number;
}

const JSON_OR_XML = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|&(?:amp|lt|gt|quot|apos|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});/g;
const XML = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});/g;

const SHORT: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Undoes one layer of JSON string escapes and XML entities; undefined when there is none. */
export function unescapeLayer(text: string): Unescaped | undefined {
  return replace(text, JSON_OR_XML);
}

/** Undoes one layer of XML entities alone; undefined when there is none. */
export function unescapeXml(text: string): Unescaped | undefined {
  return replace(text, XML);
}

function replace(text: string, escapes: RegExp): Unescaped | undefined {
  if (!text.includes('\\') && !text.includes('&')) return undefined;
  let decoded = '';
  let read = 0;
  // After each escape: the index in the decoded text, and the index in the text before.
  const jumps: [number, number][] = [];
  for (const match of text.matchAll(escapes)) {
    decoded += text.slice(read, match.index);
    jumps.push([decoded.length, match.index]);
    decoded += character(match[0]);
    read = match.index + match[0].length;
    jumps.push([decoded.length, read]);
  }
  if (jumps.length === 0) return undefined;
  return { text: decoded + text.slice(read), origin: (index) => lookUp(jumps, index) };
}

function lookUp(jumps: [number, number][], index: number): number {
  let low = 0;
  let high = jumps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((jumps[middle]?.[0] ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  const [decoded, before] = jumps[low - 1] ?? [0, 0];
  return before + (index - decoded);
}

function character(escape: string): string {
  const body = escape.startsWith('\\') ? escape.slice(1) : escape.slice(1, -1);
  if (escape.startsWith('\\')) return body.startsWith('u') ? fromCode(body.slice(1), 16) : (SHORT[body] ?? body);
  if (!body.startsWith('#')) return NAMED[body] ?? escape;
  return /^#x/i.test(body) ? fromCode(body.slice(2), 16) : fromCode(body.slice(1), 10);
}

function fromCode(digits: string, radix: number): string {
  const code = Number.parseInt(digits, radix);
  // XML allows no code point past U+10FFFF, but a hostile text may name one.
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
