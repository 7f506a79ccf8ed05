import type { Json } from '../../../scenarios/types.ts';
import { parseJson } from '../../json.ts';

/** A JSON value in a text, and where it begins. */
export interface JsonBlock {
  offset: number;
  value: Json;
}

// Each attempt reads the text once at most, so this bounds the work at 64 times the text's length.
const MAX_ATTEMPTS = 64;

/**
 * The text's own JSON value, or else every balanced object `{"…}` in it that parses, outermost first and never one inside
 * another. After 64 attempts the rest of the text is not looked at.
 */
export function findJsonBlocks(text: string): JsonBlock[] {
  if (/^\s*[{["]/.test(text)) {
    const value = parseJson(text);
    if (value !== undefined) return [{ offset: text.search(/\S/), value }];
  }
  const blocks: JsonBlock[] = [];
  const opening = /\{\s*"/g;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const match = opening.exec(text);
    if (match === null) break;
    const end = endOfObject(text, match.index);
    const value = end === undefined ? undefined : parseJson(text.slice(match.index, end));
    if (end === undefined || value === undefined) continue;
    blocks.push({ offset: match.index, value });
    opening.lastIndex = end;
  }
  return blocks;
}

export function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (inString && unit === '\\') at += 1;
    else if (unit === '"') inString = !inString;
    else if (!inString && unit === '{') depth += 1;
    else if (!inString && unit === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
