const LONGEST_SAID = 300;

/** Words of a client can be as long as it likes; the record that a card links to has all of them. */
export function shortened(said: string): string {
  if (said.length <= LONGEST_SAID) return said;
  // Two units a character at most: what is cut here is not read to its end.
  const characters = Array.from(said.slice(0, 2 * LONGEST_SAID + 1));
  return characters.length <= LONGEST_SAID ? said : `${characters.slice(0, LONGEST_SAID).join('')}…`;
}
