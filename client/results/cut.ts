/** The first `length` UTF-16 units of a text, or one less where a character would be torn. */
export function head(text: string, length: number): string {
  return text.slice(0, isHighSurrogate(text, length - 1) ? length - 1 : length);
}

/** The last `length` UTF-16 units of a text, or one less where a character would be torn. */
export function tail(text: string, length: number): string {
  const start = Math.max(0, text.length - length);
  return text.slice(start > 0 && isHighSurrogate(text, start - 1) ? start + 1 : start);
}

/** A text in one line of at most `longest` units, for a notice that quotes what a server sent. */
export function quotable(text: string, longest = 200): string {
  const line = head(text, longest + 1).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length > longest ? `${head(line, longest)}…` : line;
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit < 0xdc00;
}
