const LONGEST = 80;
const BEFORE = 20;

/** Words of a client, in quotation marks, cut. Controls are escaped as in JSON. */
export function quoted(words: string, from = 0): string {
  const start = from > LONGEST - BEFORE ? from - BEFORE : 0;
  const piece = words.slice(start, start + LONGEST);
  return JSON.stringify(`${start > 0 ? '…' : ''}${piece}${start + LONGEST < words.length ? '…' : ''}`);
}

/** Two texts that differ, each cut so that the first difference is to be seen. */
export function quotedBoth(a: string, b: string): [string, string] {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  return [quoted(a, same), quoted(b, same)];
}

/** A name or a revision that somebody sent may hold a line's end, and would make two lines of one. */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1));
}
