// Control characters (C0, DEL, C1), line separators and bidirectional controls: they move a terminal's cursor or reorder
// what is read.
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** `text` as one line that is safe to show: runs of control characters become a space; past `limit` units it is cut. */
export function plainLine(text: string, limit = 2000): string {
  const line = text.replace(controls, ' ').trim();
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}
