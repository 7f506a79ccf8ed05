import type { Json } from '../types.ts';
import { jsonEqual } from './json-equal.ts';

/**
 * Whether the texts of a result already say all that structuredContent does, so that it need not be shown twice. Servers
 * send such copies for clients of revisions before structuredContent. True when
 * - one text, read as JSON, is the same value; or
 * - structuredContent is `{"result": value}`, the wrapper that SDKs put around a bare return value, and the texts say the
 *   value: one text for the whole of it, or one for each item of a list.
 *
 * `texts` are those of the text blocks that hold more than white space.
 */
export function isMirrored(structuredContent: Json, texts: readonly string[]): boolean {
  if (texts.some((text) => saysJson(text, structuredContent))) return true;
  const wrapped = unwrap(structuredContent);
  return wrapped !== undefined && (isSaidWhole(wrapped, texts) || isSaidByItems(wrapped, texts));
}

function unwrap(value: Json): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.keys(value).length === 1 ? value.result : undefined;
}

function isSaidWhole(value: Json, texts: readonly string[]): boolean {
  const [text] = texts;
  return text !== undefined && texts.length === 1 && saysValue(text, value);
}

// A string that holds a newline would run into its neighbours when the texts are joined: the list would be lost.
function isSaidByItems(value: Json, texts: readonly string[]): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length !== texts.length) return false;
  return texts.every((text, index) => {
    const item = value[index];
    if (item === undefined || (typeof item === 'string' && item.includes('\n'))) return false;
    return saysValue(text, item);
  });
}

function saysValue(text: string, value: Json): boolean {
  return text === value || saysJson(text, value);
}

function saysJson(text: string, value: Json): boolean {
  try {
    return jsonEqual(JSON.parse(text) as Json, value);
  } catch {
    return false;
  }
}
