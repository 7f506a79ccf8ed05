const WORDS =
  'amber birch cedar delta ember fjord grove heron inlet jetty kelp loam marsh north ocean pine quay reed shore tide'.split(
    ' ',
  );

/** `length` characters of plain words. The same length gives the same text, and no escape changes it. */
export function filler(length: number): string {
  let text = '';
  for (let index = 0; text.length < length; index += 1) {
    // A square walk: neighbours differ from lap to lap, so a piece of the filler is found in one place only.
    text += `${WORDS[(index * index + 7 * index) % WORDS.length]}${index} `;
  }
  return text.slice(0, length);
}
