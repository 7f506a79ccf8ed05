const NEWLINE = 0x0a;

/** One line of a stream, or the news that a line was too long and was dropped. */
export type Line = { text: string } | { tooLong: true };

/**
 * Cuts a stream of bytes into lines without their line ends. Bytes that are no UTF-8 become U+FFFD. Of a line of more
 * than `limit` bytes nothing is kept, however long it goes on. A last line without an end is given out too.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Line, void, undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const take = (): Line => {
    const line: Line = size > limit ? { tooLong: true } : { text: decode(parts) };
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (size > 0) yield take();

  function keep(part: Uint8Array): void {
    size += part.length;
    if (size > limit) parts = [];
    else if (part.length > 0) parts.push(part);
  }
}

function decode(parts: Uint8Array[]): string {
  return Buffer.concat(parts).toString('utf8').replace(/\r$/, '');
}
