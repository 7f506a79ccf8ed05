import { cell, code } from '../markdown.ts';
import { linkLabel } from './links.ts';

// Code between grave accents; what GitHub would make a link of by itself: an address, a host that begins with `www.`, mail.
const SPANS = /`([^`]+)`|((?<!\w)\w+:\/\/[^\s`]+|www\.[^\s`]+|(?<![^\s`])[^\s`]*@[^\s`]*)/gi;
// What would begin a heading, a list, a quotation or a rule.
const BLOCK = /^(\d*)(?=[.)#>+=_-])/;

/** Text of a note as Markdown: code between grave accents is a code span, an address too; nothing else is markup. */
export function prose(text: string, plain: (text: string) => string = cell): string {
  let shown = '';
  let end = 0;
  for (const match of text.matchAll(SPANS)) {
    const [span, inside, address] = match;
    shown += plain(text.slice(end, match.index)) + codeOutsideTables(inside ?? address ?? '');
    end = match.index + span.length;
  }
  return shown + plain(text.slice(end));
}

/** A paragraph or a heading: it begins no other block. */
export function paragraph(text: string): string {
  return prose(text.trim()).replace(BLOCK, '$1\\');
}

/** The text of a link: no bracket in it begins or ends one. */
export function linkText(text: string): string {
  return prose(text, linkLabel);
}

// A bar is escaped for the cells of a table only; elsewhere the escape would be seen.
function codeOutsideTables(text: string): string {
  return code(text).replaceAll(String.raw`\|`, '|');
}
