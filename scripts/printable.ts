// Controls but the newline, characters that show nothing or change the direction of what follows, halves of characters,
// line separators.
const UNSEEN = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Text that a terminal shows as it is: what a client, a server or a stored file wrote must not move the cursor or colour
 * the screen. Every other character becomes its `\u…`, which in JSON says the same.
 */
export function printable(text: string): string {
  return text.replaceAll(UNSEEN, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
