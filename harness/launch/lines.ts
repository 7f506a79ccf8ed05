/** Lines of one run, kept in memory up to a limit. */
export interface Lines {
  /** Throws RangeError once there are more bytes than the limit allows. */
  push(line: string): void;
  text(): string;
}

/** As long as a tap may be (32 MiB): a client that asks its model without end must not fill the memory of other runs. */
const MAX_BYTES = 32 * 1024 * 1024;

export function keepLines(what: string, limit = MAX_BYTES): Lines {
  const lines: string[] = [];
  let bytes = 0;
  return {
    push(line) {
      bytes += Buffer.byteLength(line);
      if (bytes > limit) throw new RangeError(`Expected ${what} to stay within ${limit} bytes, got a line too many`);
      lines.push(line);
    },
    text: () => lines.join(''),
  };
}
