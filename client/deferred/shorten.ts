/** At most `most` characters of a text, with `…` where something was cut. Characters outside the BMP count once. */
export function cut(text: string, most: number): string {
  const characters = beginning(text, most);
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text;
}

const longest = 60;

/**
 * A description for a line of the listing: its first sentence on one line, cut at the last blank within 60 characters.
 * A sentence ends with `.`, `!` or `?` before a blank; `e.g.`, `i.e.` and `etc.` end none.
 */
export function shorten(description: string): string {
  const line = firstSentence(description.replace(/\s+/g, ' ').trim());
  const characters = beginning(line, longest);
  if (characters.length <= longest) return line;
  const head = characters.slice(0, longest).join('');
  const blank = head.lastIndexOf(' ');
  return `${(blank === -1 ? head : head.slice(0, blank)).replace(/[,;: ]+$/, '')}…`;
}

function firstSentence(line: string): string {
  for (const { index } of line.matchAll(/[.!?](?= |$)/g)) {
    if (!/\b(?:e\.g|i\.e|etc)$/i.test(line.slice(Math.max(0, index - 4), index))) return line.slice(0, index + 1);
  }
  return line;
}

/** The first characters of a text, one more than `most` where it has more; a server may send megabytes. */
function beginning(text: string, most: number): string[] {
  return Array.from(text.slice(0, 2 * (most + 1))).slice(0, most + 1);
}
