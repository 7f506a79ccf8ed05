const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** A part of a line, or its last part. */
interface Piece {
  bytes: Uint8Array;
  ends: boolean;
}

/**
 * Cuts the chunks of one stream at line ends: CR, LF, or both together, also where a chunk ends between the two. A byte
 * order mark that the stream begins with is left out (WHATWG HTML, server-sent events).
 */
export function cutLines(): (chunk: Uint8Array) => Generator<Piece, void, undefined> {
  let afterReturn = false;
  /** So much of a byte order mark has been seen; undefined when the stream has begun with something else, or gone on. */
  let mark: number | undefined = 0;

  return function* cut(chunk) {
    let start = 0;
    while (mark !== undefined && start < chunk.length) {
      if (chunk[start] === BYTE_ORDER_MARK[mark]) {
        start += 1;
        mark = mark + 1 === BYTE_ORDER_MARK.length ? undefined : mark + 1;
      } else {
        yield { bytes: Uint8Array.from(BYTE_ORDER_MARK.slice(0, mark)), ends: false };
        mark = undefined;
      }
    }
    if (start === chunk.length) return;
    // The LF of a CRLF that two chunks share.
    if (afterReturn && chunk[start] === LINE_FEED) start += 1;
    afterReturn = chunk.at(-1) === CARRIAGE_RETURN;
    let feed = start - 1;
    let back = start - 1;
    while (start < chunk.length) {
      if (feed < start) feed = find(chunk, LINE_FEED, start);
      if (back < start) back = find(chunk, CARRIAGE_RETURN, start);
      const end = Math.min(feed, back);
      yield { bytes: chunk.subarray(start, end), ends: end < chunk.length };
      start = end === back && feed === back + 1 ? end + 2 : end + 1;
    }
  };
}

/** Where a byte stands, or the end of the chunk. */
function find(chunk: Uint8Array, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from);
  return at === -1 ? chunk.length : at;
}
