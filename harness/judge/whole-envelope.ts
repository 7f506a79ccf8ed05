import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../scenarios/types.ts';
import { isObject } from '../json.ts';
import type { Hit } from './places.ts';
import { findJsonBlocks } from './search/json-blocks.ts';
import { unescapeXml } from './search/unescape.ts';
import { elementsHold, isOneElement } from './search/xml.ts';

/** The key under which {@link findEnvelopes} reports: no token, which always holds a `~`. */
export const ENVELOPE = 'envelope';

// The result in the client's JSON, that in the client's log line, that in a model's message: nobody wraps more often.
const MAX_DEPTH = 4;
// How deep an envelope may stand inside one JSON value; a hostile client may nest without end.
const MAX_LEVEL = 100;

/**
 * Where a text holds the server's result itself, keys and all: an object whose `content` equals the wire's content blocks
 * and whose `structuredContent` equals the wire's, if that was sent. It may stand in the text as JSON, in a JSON string,
 * escaped as XML, or as XML elements. Its form is `XML` when the text around it is one XML element, else `text`. Of a
 * result without content blocks the object must equal the result; one without any key cannot be told from other words.
 */
export function findEnvelopes(text: string, result: JsonObject | undefined): Hit[] {
  // Clients write `{}` for many things: where the result is empty, that is no sign of it.
  if (result === undefined || Object.keys(result).length === 0) return [];
  return search(text, result, false, 0);
}

function search(text: string, result: JsonObject, around: boolean, depth: number): Hit[] {
  if (depth > MAX_DEPTH || !Object.keys(result).some((key) => text.includes(key))) return [];
  const xml = around || isOneElement(text);
  const raw = searchJson(text, result, xml, depth);
  if (raw.length > 0) return raw;
  const unescaped = unescapeXml(text);
  if (unescaped !== undefined) {
    const hits = searchJson(unescaped.text, result, xml, depth);
    if (hits.length > 0) return hits.map((hit) => ({ ...hit, offset: unescaped.origin(hit.offset) }));
  }
  return xml && elementsHold(text, result) ? [{ key: ENVELOPE, offset: text.search(/\S/), form: 'XML' }] : [];
}

function searchJson(text: string, result: JsonObject, xml: boolean, depth: number): Hit[] {
  return findJsonBlocks(text).flatMap(({ offset, value }) =>
    searchValue(value, { result, xml, depth }, 0).map((form) => ({ key: ENVELOPE, offset, form })),
  );
}

/** The forms of every envelope in a JSON value; nothing is looked for inside of one that was found. */
function searchValue(
  value: Json,
  around: { result: JsonObject; xml: boolean; depth: number },
  level: number,
): Hit['form'][] {
  const { result, xml, depth } = around;
  if (typeof value === 'string') return search(value, result, xml, depth + 1).map(({ form }) => form);
  if (value === null || typeof value !== 'object' || level > MAX_LEVEL) return [];
  if (isEnvelope(value, result)) return [xml ? 'XML' : 'text'];
  return Object.values(value).flatMap((child) => searchValue(child, around, level + 1));
}

function isEnvelope(value: JsonObject | Json[], result: JsonObject): boolean {
  if (!isObject(value)) return false;
  if (!Array.isArray(result.content)) return isDeepStrictEqual(value, result);
  // A null counts as absent on the way in, so its absence on the way out is no loss.
  const structured = isDeepStrictEqual(value.structuredContent ?? null, result.structuredContent ?? null);
  return structured && isDeepStrictEqual(value.content, result.content);
}
