import { cell, code, target } from '../markdown.ts';

/** What on a card can be linked to, by what it is about. */
export type AnchorKind = 'evidence' | 'verdicts' | 'reading' | 'published';

/**
 * The anchor of a capability, a reading or a published list: the same as long as its id is, and another for every other
 * id. What an id should not hold is written in hexadecimal.
 */
export function anchorOf(kind: AnchorKind, id: string): string {
  const safe = id.replaceAll(/[^\w.]/g, (character) => `~${character.charCodeAt(0).toString(16)}~`);
  return `${kind}-${safe.replaceAll('.', '-')}`;
}

/** Where a link to an anchor leads. */
export function anchored(anchor: string): string {
  return `<a id="${anchor}"></a>`;
}

/** The text of a link, fit for a cell of a table: no bracket in it begins or ends one, and nothing is markup. */
export function linkLabel(text: string): string {
  return cell(text).replaceAll(/\\.|[[\]]/g, (found) => (found.length === 1 ? `\\${found}` : found));
}

/** A link to a folder or file of the repository, from a card one folder below its root; plain text where it leads out. */
export function repositoryLink(text: string, path: string): string {
  const straight = path.split('/').every((segment) => !['', '.', '..'].includes(segment));
  return straight ? `[${text}](${target(`../${path}`)}/)` : text;
}

/** A link to a web page, its text plain. Whatever is no http address is shown as code and leads nowhere. */
export function webLink(url: string, text?: string): string {
  const href = webAddress(url);
  if (href === undefined) return text === undefined ? code(url) : `${linkLabel(text)} (${code(url)})`;
  return text === undefined ? `<${href}>` : `[${linkLabel(text)}](${href})`;
}

/** An http address that ends no link and no cell; `undefined` where it is none. */
export function webAddress(url: string): string | undefined {
  if (!/^https?:\/\//.test(url)) return undefined;
  return url.replaceAll(/[^\w\-.~:/?#@$&+,;=%!]/gu, percent);
}

function percent(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
