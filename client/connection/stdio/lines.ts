import { createGatherer } from '../gather.ts';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** One line of a stream, or the news that a line was too long and was dropped. */
export type Line = { bytes: Buffer } | { tooLong: true };

/**
 * Cuts a stream of bytes into lines without their line ends. A line's bytes are good until the next is asked for. Of a
 * line of more than `limit` bytes nothing is kept, however long it goes on, and it is told of as soon as it is over. A
 * last line without an end is given out too.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Line, void, undefined> {
  const line = createGatherer(limit);
  let size = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (exceeds(chunk.subarray(start, end))) yield { tooLong: true };
      else if (size <= limit) yield { bytes: withoutReturn(line.bytes()) };
      line.clear();
      size = 0;
      start = end + 1;
    }
    if (exceeds(chunk.subarray(start))) yield { tooLong: true };
  }
  if (size > 0 && size <= limit) yield { bytes: withoutReturn(line.bytes()) };

  /** Keeps a part of the line; true when it is the one with which the line becomes too long. */
  function exceeds(part: Uint8Array): boolean {
    const before = size;
    size += part.length;
    if (size > limit) line.clear();
    else line.add(part);
    return before <= limit && size > limit;
  }
}

function withoutReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}
