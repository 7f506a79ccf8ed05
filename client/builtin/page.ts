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
  const shown: string[] = [];
  let total = 0;
  let room = LONGEST_PAGE;
  for (const line of linesOf(text)) {
    total += 1;
    if (total < offset || total >= offset + limit || room < 0) continue;
    const numbered = `${total}|${line}`;
    room -= numbered.length + 1;
    if (room >= 0) shown.push(numbered);
  }
  return { text: shown.join('\n'), first: offset, last: offset + shown.length - 1, total };
}

/** One after the other: a file may be millions of newlines, and only a page of them is wanted. */
function* linesOf(text: string): Generator<string> {
  // A newline at the end closes the last line and begins no other.
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    let piece = start;
    while (end - piece > LONGEST_LINE) {
      // A character of two units stays whole.
      const next = piece + LONGEST_LINE - (/[\uD800-\uDBFF]/.test(text.charAt(piece + LONGEST_LINE - 1)) ? 1 : 0);
      yield text.slice(piece, next);
      piece = next;
    }
    yield text.slice(piece, end);
    start = end + 1;
  }
}
