/**
 * A server's text on one line, for a log or a message: runs of white space, control and format characters become one
 * space, and what is longer than `limit` UTF-16 units is cut, so that a hostile server can neither forge lines nor fill
 * a log.
 */
export function oneLine(text: string, limit = 300): string {
  // Only the head is looked at: a server may send megabytes.
  const line = text
    .slice(0, limit * 4)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return line.length > limit || text.length > limit * 4 ? `${line.slice(0, limit)}…` : line;
}

/** What a value is, for messages of the form "Expected …, got …". */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'number' || typeof value === 'boolean') return `${typeof value} ${value}`;
  return `a ${typeof value}`;
}
