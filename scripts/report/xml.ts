import { printable } from '../printable.ts';

/** An element of XML. Text stands alone in its element. */
export interface Element {
  name: string;
  attributes: Record<string, string | number>;
  children: Element[] | string;
}

export function element(
  name: string,
  attributes: Element['attributes'] = {},
  children: Element['children'] = [],
): Element {
  return { name, attributes, children };
}

/** A document in UTF-8, two spaces a level. Whatever its texts hold, it is well-formed. */
export function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`;
}

function write({ name, attributes, children }: Element, indent: string): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value), /[&<>"\n]/g)}"`);
  const open = `${indent}<${name}${given.join('')}`;
  if (children.length === 0) return `${open}/>\n`;
  if (typeof children === 'string') return `${open}>${escaped(children, /[&<>]/g)}</${name}>\n`;
  return `${open}>\n${children.map((child) => write(child, `${indent}  `)).join('')}${indent}</${name}>\n`;
}

// XML 1.0 can say no controls, no halves of characters and neither of these two, not even as a reference.
const NEVER = /[\uFFFE\uFFFF]/g;

function escaped(text: string, special: RegExp): string {
  return printable(text)
    .replaceAll(NEVER, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
    .replaceAll(special, (character) => `&#${character.charCodeAt(0)};`);
}
