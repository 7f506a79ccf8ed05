// What harness/capture leaves of a long filler between canaries.
const FILLER = /\{\{filler (\d{1,9}) sha256:[0-9a-f]{1,64}\}\}/g;

/** Characters for a token, by the usual rule of thumb; finer would be false precision. */
const CHARACTERS_PER_TOKEN = 4;

/** What the texts of a tool message cost the model: UTF-16 units, stored filler counted as long as it was, and tokens. */
export function countCost(texts: string[]): { characters: number; tokens: number } {
  const characters = texts.reduce((sum, text) => sum + countCharacters(text), 0);
  return { characters, tokens: Math.ceil(characters / CHARACTERS_PER_TOKEN) };
}

function countCharacters(text: string): number {
  let characters = text.length;
  for (const [stored, length] of text.matchAll(FILLER)) characters += Number(length) - stored.length;
  return characters;
}
