// Four JSON strings inside one another; without a bound, a text of nothing but backslashes would take for ever.
const ESCAPE = String.raw`\\{0,16}`;
const ENTITIES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/**
 * Finds a path in whatever a client made of it: as it is, in a JSON string inside up to four others, with `\/` or with
 * `\u…` for what is no ASCII, in a URL, in XML, or quoted for a shell. The case of letters does not count, for the sake of
 * hexadecimal digits.
 */
export function spellingsOf(path: string): RegExp {
  return new RegExp(Array.from(path, spellings).join(''), 'giu');
}

function spellings(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => hex(character.charCodeAt(at), 4));
  const bytes = Array.from(Buffer.from(character), (byte) => hex(byte, 2));
  const entity = ENTITIES[character];
  const forms = [
    `${ESCAPE}${escape(character)}`,
    units.map((unit) => String.raw`\\${ESCAPE}u${unit}`).join(''),
    bytes.map((byte) => `%${byte}`).join(''),
    ...(entity === undefined
      ? []
      : [`&(?:${entity}|#0*${character.charCodeAt(0)}|#x0*${hex(character.charCodeAt(0), 1)});`]),
  ];
  return `(?:${forms.join('|')})`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function escape(character: string): string {
  return /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}
