import { FixtureError } from './error.ts';

/** The longest line that is read; the reference SDK's server has the same limit (10 MiB). */
const MAX_LINE_BYTES = 10 * 1024 * 1024;

const NEWLINE = 0x0a;

/** Cuts a stream of bytes into lines. */
export interface Lines {
  /** Hands on every line that the chunk ends. Throws FixtureError `frame-too-long`. */
  push(chunk: Buffer): void;
  /** Takes what stands after the last newline, `undefined` when that is nothing. */
  rest(): Buffer | undefined;
}

/** Lines go to `onLine` as they were sent: without the newline, a carriage return before it kept. */
export function splitLines(onLine: (line: Buffer) => void, limit = MAX_LINE_BYTES): Lines {
  let pending: Buffer[] = [];
  let length = 0;

  function take(): Buffer {
    const line = Buffer.concat(pending);
    [pending, length] = [[], 0];
    return line;
  }

  function keep(bytes: Buffer): void {
    pending.push(bytes);
    length += bytes.length;
    if (length > limit) throw new FixtureError('frame-too-long', `Expected a line of at most ${limit} bytes, got more`);
  }

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        keep(chunk.subarray(start, end));
        onLine(take());
        start = end + 1;
      }
      if (start < chunk.length) keep(chunk.subarray(start));
    },
    rest: () => (length === 0 ? undefined : take()),
  };
}
