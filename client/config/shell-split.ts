/**
 * Splits a line into words by the quoting rules of a POSIX shell, as Python's shlex reads them: blanks separate, single
 * quotes keep everything, in double quotes `\"` and `\\` are escapes, elsewhere a backslash keeps the next character.
 * Nothing is expanded.
 *
 * @returns the words, or undefined when a quote is not closed or a backslash ends the line
 */
export function shellSplit(line: string): string[] | undefined {
  const words: string[] = [];
  // A word: runs of plain characters, escapes and quoted parts that touch one another.
  const part = /[^ \t\r\n'"\\]+|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|[ \t\r\n]+/y;
  let word: string | undefined;
  while (part.lastIndex < line.length) {
    const piece = part.exec(line)?.[0];
    if (piece === undefined) return undefined;
    if (/^[ \t\r\n]/.test(piece)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + unquote(piece);
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

function unquote(piece: string): string {
  if (piece.startsWith("'")) return piece.slice(1, -1);
  if (piece.startsWith('"')) return piece.slice(1, -1).replace(/\\(["\\])/g, '$1');
  return piece.startsWith('\\') ? piece.slice(1) : piece;
}
