// Ids, kinds, names of models and parameters. Without this list of signs a prompt in Chinese would be one word.
const WORD = /^[\w.:/@+=$-]{1,64}$/;

// Members that hold what is said, or where something is: one word of it is a text as well.
const TEXT = new Set(
  'arguments content contents data description file_url image_url input instructions message output parts prompt query reasoning refusal response summary system systemInstruction system_instruction text thinking title url'.split(
    ' ',
  ),
);

/** Whether a text is one word of code: 1 to 64 letters without accents, digits and signs of names and ids. */
export function isWord(text: string): boolean {
  return WORD.test(text);
}

/** Whether a string under this key belongs to the form of a request: a word (see {@link isWord}) that is not said to anyone. */
export function isStructural(key: string, text: string): boolean {
  return text === '' || (isWord(text) && !TEXT.has(key));
}
