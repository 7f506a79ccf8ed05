/** What a process wrote, as far as it is kept. */
export interface Output {
  push(chunk: Buffer): void;
  text(): string;
}

/** Bytes that are kept of the beginning, and as many of the end, where a crash says its reason. */
const KEPT_BYTES = 1024 * 1024;

/** Keeps the beginning and the end of an output of any length; what was left out between them is said in its place. */
export function keepOutput(limit = KEPT_BYTES): Output {
  const head: Buffer[] = [];
  let tail: Buffer[] = [];
  let [headBytes, tailBytes, leftOut] = [0, 0, 0];
  return {
    push(chunk) {
      const first = chunk.subarray(0, limit - headBytes);
      if (first.length > 0) head.push(first);
      headBytes += first.length;
      if (first.length === chunk.length) return;
      tail.push(chunk.subarray(first.length));
      tailBytes += chunk.length - first.length;
      // Joined now and then only: a chunk is much smaller than the limit.
      if (tailBytes <= 2 * limit) return;
      leftOut += tailBytes - limit;
      tail = [Buffer.concat(tail).subarray(-limit)];
      tailBytes = limit;
    },
    text() {
      const end = Buffer.concat(tail);
      const cut = Math.max(0, end.length - limit);
      const gap = leftOut + cut === 0 ? '' : `\n… ${leftOut + cut} bytes are left out …\n`;
      return `${Buffer.concat(head).toString('utf8')}${gap}${end.subarray(cut).toString('utf8')}`;
    },
  };
}
