/** The bytes that JSON is written with (RFC 8259, section 2). */
export const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
export const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACES = new Set([0x09, 0x0a, 0x0d, 0x20]);
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** Where the text begins, behind a byte order mark and spaces. */
export function startOf(text: Buffer): number {
  return skipSpaces(text, text.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0);
}

/** The next place that holds no space. */
export function skipSpaces(text: Buffer, start: number): number {
  let at = start;
  while (SPACES.has(text[at] ?? 0)) at += 1;
  return at;
}

/** The place after the string that begins here, or the end of the text. */
export function endOfString(text: Buffer, start: number): number {
  for (let end = text.indexOf(QUOTE, start + 1); end !== -1; end = text.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (text[before] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end + 1;
  }
  return text.length;
}

/** The place after the number, or the name like `null`, that begins here. */
export function endOfWord(text: Buffer, start: number): number {
  let end = start;
  while (isOfWord(text[end] ?? 0)) end += 1;
  return end;
}

/** Letters, digits, and what else a number is written with. */
function isOfWord(byte: number): boolean {
  const isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
  return isLetter || (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e;
}
