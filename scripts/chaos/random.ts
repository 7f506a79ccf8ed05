/** Chances that follow from a seed alone. */
export interface Dice {
  /** Whether something comes about that does so with this chance. */
  hits(chance: number): boolean;
  /** One of these, which must be some. */
  pick<T>(from: readonly T[]): T;
}

/** The same throws for the same seed (mulberry32). */
export function diceOf(seed: number): Dice {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    hits: (chance) => next() < chance,
    pick<T>(from: readonly T[]): T {
      const [found] = from.slice(Math.floor(next() * from.length));
      if (found === undefined) throw new Error('Expected something to pick from, got nothing');
      return found;
    },
  };
}
