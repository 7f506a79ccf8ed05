import { toWellFormed } from './well-formed.ts';

// U+E0000 to U+E007F are letters that no screen shows and a model still reads. Their one honest use is the flag of a
// region: a black flag, three to six of them for the region's code, and an end mark (Unicode TS 51, annex C).
const TAGS = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}|[\u{E0000}-\u{E007F}]/gu;

/**
 * Removes Unicode TAG characters, which can carry hidden instructions; flags of regions stay. Halves of one are replaced
 * before, or taking out what stands between two of them would make a new one.
 */
export function stripTagCharacters(text: string): string {
  return toWellFormed(text).replace(TAGS, (found) => (found.startsWith('\u{1F3F4}') ? found : ''));
}
