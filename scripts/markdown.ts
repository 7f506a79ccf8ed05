// What would be taken for markup: escapes, code, emphasis, the end of a cell, tags and entities, a link behind a bracket,
// an underscore that closes emphasis. What only looks like markup stays readable: `[…] and {…}`, `_meta`.
const MARKUP = /[\\`*|<&~]|\](?=[([:])|(?<=\S)_(?![\p{L}\p{N}])/gu;
// Controls, characters that show nothing or change the direction of what follows, halves of characters, line separators.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
// Most texts need nothing done to them, and a card has tens of thousands.
const PLAIN_TEXT = /^[ -~…]*$/;
const PLAIN_NAME = /^[\w.@+-]*$/;

/** Plain text for a cell of a Markdown table: no markup works, nothing breaks the row, nothing is hidden. */
export function cell(text: string): string {
  return visible(text).replaceAll(MARKUP, String.raw`\$&`);
}

/** Text of a client or a server as a code span: shown as it is, whatever it holds. Fit for a cell of a table. */
export function code(text: string): string {
  const shown = visible(text);
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^[ `]|[ `]$/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown.replaceAll('|', String.raw`\|`)}${pad}${fence}`;
}

/** A relative link target that no name in it can break out of. */
export function target(path: string): string {
  return path.split('/').map(segment).join('/');
}

// encodeURIComponent leaves parentheses, which end a link, and takes `@` and `+`, which a path may hold as they are.
function segment(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  // Half a character, which is no text, has no encoding.
  return encodeURIComponent(name.replaceAll(/\p{Cs}/gu, '\uFFFD'))
    .replaceAll(/%40|%2B/g, decodeURIComponent)
    .replaceAll(/[()]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

function visible(text: string): string {
  if (PLAIN_TEXT.test(text)) return text;
  return text
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`)
    .replaceAll(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}
