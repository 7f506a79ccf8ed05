/** The text with U+FFFD for every half of a surrogate pair: halves cannot be sent as UTF-8, and two may become one letter. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
