const NEWLINE = 0x0a;

/** One line of a stream, or the news that a line was too long and was dropped. */
export type Line = { text: string } | { tooLong: true };

/**
 * Cuts a stream of bytes into lines without their line ends. Bytes that are no UTF-8 become U+FFFD. Of a line of more
 * than `limit` bytes nothing is kept, however long it goes on, and it is told of as soon as it is over. A last line without an end is given out too.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Line, void, undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (exceeds(chunk.subarray(start, end))) yield { tooLong: true };
      else if (size <= limit) yield { text: decode(parts) };
      parts = [];
      size = 0;
      start = end + 1;
    }
    if (exceeds(chunk.subarray(start))) yield { tooLong: true };
  }
  if (size > 0 && size <= limit) yield { text: decode(parts) };

  /** Keeps a part of the line; true when it is the one with which the line becomes too long. */
  function exceeds(part: Uint8Array): boolean {
    const before = size;
    size += part.length;
    if (size > limit) parts = [];
    else if (part.length > 0) parts.push(part);
    return before <= limit && size > limit;
  }
}

function decode(parts: Uint8Array[]): string {
  return Buffer.concat(parts).toString('utf8').replace(/\r$/, '');
}
