import { stem } from './stem.ts';

/**
 * The words of a text as the search compares them: runs of `[A-Za-z0-9]`, lower-cased and stemmed, in order.
 *
 * @param known the stems of words that were met before, which grows: the same few words fill a catalog
 */
export function tokenise(text: string, known: Map<string, string> = new Map()): string[] {
  return (text.match(/[A-Za-z0-9]+/g) ?? []).map((written) => {
    const word = written.toLowerCase();
    const found = known.get(word) ?? stem(word);
    known.set(word, found);
    return found;
  });
}
