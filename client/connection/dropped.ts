import type { FrameFault } from './errors.ts';

/** So many are told of. */
const TOLD = 3;

/** What a server sent while a request waited that was not taken for its answer. */
export interface Dropped {
  note(fault: FrameFault, why: string): void;
  /** The fault of the first of them. */
  fault(): FrameFault | undefined;
  /** The end of a sentence that tells of them, or an empty text. */
  words(): string;
}

export function createDropped(): Dropped {
  const told: string[] = [];
  let first: FrameFault | undefined;
  let count = 0;
  return {
    note(fault, why) {
      first ??= fault;
      count += 1;
      if (told.length < TOLD) told.push(why);
    },
    fault: () => first,
    words() {
      if (count === 0) return '';
      const more = count > told.length ? `; and ${count - told.length} more` : '';
      return `; what it sent meanwhile was dropped: ${told.join('; ')}${more}`;
    },
  };
}
