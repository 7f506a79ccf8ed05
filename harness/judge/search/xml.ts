import type { Json, JsonObject } from '../../../scenarios/types.ts';
import { isObject } from '../../json.ts';
import { unescapeXml } from './unescape.ts';

const OPENING = /^<([A-Za-z_][\w.:-]*)(?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*>/;

/** Whether the text, trimmed, is one XML element from its first character to its last. What it holds may be any text. */
export function isOneElement(text: string): boolean {
  const trimmed = text.trim();
  const name = OPENING.exec(trimmed)?.[1];
  if (name === undefined || !trimmed.endsWith(`</${name}>`)) return false;
  // The first closing tag that balances must be the last thing in the text: `<a></a><a></a>` are two elements.
  let depth = 0;
  for (const tag of trimmed.matchAll(/<\/?([A-Za-z_][\w.:-]*)(?=[\s/>])[^<>]*>/g)) {
    if (tag[1] !== name || tag[0].endsWith('/>')) continue;
    depth += tag[0].startsWith('</') ? -1 : 1;
    if (depth === 0) return tag.index + tag[0].length === trimmed.length;
  }
  return false;
}

/**
 * Whether a text in XML holds a tool's result as elements: a `content` element in which every key and value of the wire's
 * content blocks stands, and likewise for `structuredContent` when the server sent it.
 */
export function elementsHold(xml: string, result: JsonObject): boolean {
  return ['content', 'structuredContent'].every((key) => {
    const sent = result[key];
    if (sent === undefined || sent === null) return key !== 'content' || isObject(result.structuredContent);
    const element = elementText(xml, key);
    return element !== undefined && words(sent).every((word) => element.includes(word));
  });
}

/** From the first opening tag of `name` to its last closing tag: a list may stand as an element an item. */
function elementText(xml: string, name: string): string | undefined {
  const start = xml.search(new RegExp(`<${name}[\\s/>]`));
  if (start < 0) return undefined;
  const end = xml.lastIndexOf(`</${name}>`);
  const element = end > start ? xml.slice(start, end) : (/^<[^<>]*>/.exec(xml.slice(start))?.[0] ?? '');
  return unescapeXml(element)?.text ?? element;
}

function words(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(words);
  if (isObject(value)) return Object.entries(value).flatMap(([key, child]) => [key, ...words(child)]);
  return [String(value)];
}
