/** Bytes that stood in a text as base64; `text` has one unit a byte, `origin` says where a byte's first digit stands. */
export interface Decoded {
  text: string;
  origin: (byte: number) => number;
}

// Both alphabets, wrapped into lines or not. Shorter runs are words; without the look behind each word is tried again
// from each of its letters.
const RUN = /(?<![\w+/-])[\w+/-]{16,}(?:\r?\n[\w+/-]+)*/g;

/**
 * Decodes every run of at least 16 base64 digits (RFC 4648, both alphabets, MIME line breaks allowed). A run may be glued
 * to a word before it, so each is read from its first four digits: only one of the four readings can make sense.
 */
export function decodeBase64(text: string): Decoded[] {
  return Array.from(text.matchAll(RUN)).flatMap(({ 0: run, index }) => {
    const digits = run.replaceAll(/[\r\n]/g, '');
    const place = digits.length === run.length ? (digit: number) => index + digit : wrapped(run, index);
    return [0, 1, 2, 3].map((start) => ({
      text: Buffer.from(digits.slice(start), 'base64').toString('latin1'),
      origin: (byte: number) => place(start + Math.floor((byte * 4) / 3)),
    }));
  });
}

function wrapped(run: string, index: number): (digit: number) => number {
  const places: number[] = [];
  for (let at = 0; at < run.length; at += 1) if (!/[\r\n]/.test(run.charAt(at))) places.push(index + at);
  return (digit) => places[digit] ?? index;
}
