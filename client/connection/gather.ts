/** Pieces of memory that are taken one after the other as a message grows, in bytes; the next is as large as any may be. */
const [SMALL, MEDIUM] = [64 * 1024, 1024 * 1024];

/**
 * Bytes that are gathered until a message is whole, in one piece of memory that serves the next message too: a hostile
 * server sends one large message after the other, and what each leaves behind would stay until the engine of the language
 * cares to look for it.
 */
export interface Gatherer {
  add(part: Uint8Array): void;
  /** All that was added. A view, good until the next `add` after `clear`. */
  bytes(): Buffer;
  size(): number;
  clear(): void;
}

/**
 * A gatherer that holds nothing yet, and no memory.
 *
 * @param limit more bytes than this are never added between two calls of `clear`
 */
export function createGatherer(limit: number): Gatherer {
  let memory = Buffer.alloc(0);
  let size = 0;
  return {
    add(part) {
      const needed = size + part.length;
      if (needed > memory.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, capacityFor(needed, limit)));
        memory.copy(larger, 0, 0, size);
        memory = larger;
      }
      memory.set(part, size);
      size = needed;
    },
    bytes: () => memory.subarray(0, size),
    size: () => size,
    clear() {
      // What one large message took is let go of when the messages are small again.
      if (memory.length > MEDIUM && size <= MEDIUM) memory = Buffer.alloc(0);
      size = 0;
    },
  };
}

/** What is not written to takes no memory, so that the largest piece may be taken at once. */
function capacityFor(bytes: number, limit: number): number {
  if (bytes <= SMALL) return SMALL;
  return bytes <= MEDIUM ? Math.min(MEDIUM, limit) : limit;
}
