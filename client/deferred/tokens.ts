import { stem } from './stem.ts';

/** The words of a text as the search compares them: runs of `[A-Za-z0-9]`, lower-cased and stemmed, in order. */
export function tokenise(text: string): string[] {
  return (text.match(/[A-Za-z0-9]+/g) ?? []).map((word) => stem(word.toLowerCase()));
}
