/** The most characters of one page, and of one line before it goes on in the next. */
export const LONGEST_PAGE = 40_000;
const LONGEST_LINE = 2000;

interface Page {
  /** Numbered lines, `<number>|<text>`, joined by newlines. */
  text: string;
  first: number;
  last: number;
  total: number;
}

/**
 * `limit` lines of a text from line `offset` (the first is 1) on, fewer where the page would get longer than
 * {@link LONGEST_PAGE}. A line over 2,000 characters counts as several, so that every part of it can be read.
 */
export function pageOf(text: string, offset: number, limit: number): Page {
  const lines = linesOf(text);
  const shown: string[] = [];
  let length = 0;
  for (const line of lines.slice(offset - 1, offset - 1 + limit)) {
    const numbered = `${offset + shown.length}|${line}`;
    length += numbered.length + 1;
    if (length > LONGEST_PAGE) break;
    shown.push(numbered);
  }
  return { text: shown.join('\n'), first: offset, last: offset + shown.length - 1, total: lines.length };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  // A newline at the end closes the last line and begins no other.
  if (lines.at(-1) === '') lines.pop();
  return lines.flatMap((line) => (line.length > LONGEST_LINE ? pieces(line) : [line]));
}

function pieces(line: string): string[] {
  const found: string[] = [];
  for (let start = 0; start < line.length; ) {
    let end = Math.min(start + LONGEST_LINE, line.length);
    // A character of two units stays whole.
    if (end < line.length && /[\uD800-\uDBFF]/.test(line.charAt(end - 1))) end -= 1;
    found.push(line.slice(start, end));
    start = end;
  }
  return found;
}
