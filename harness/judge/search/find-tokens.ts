import { decodeBase64 } from './base64.ts';
import { isInFilePath } from './file-path.ts';
import { unescapeLayer } from './unescape.ts';

/** A token in a text: `offset` in UTF-16 units of that text, and how many layers of base64 lie around it. */
export interface TokenHit {
  token: string;
  offset: number;
  form: 'text' | 'file path' | 'base64' | 'base64 in base64';
}

// An escaped `~` at depth d has 2^d - 1 backslashes before it; nobody goes deeper than this.
const MAX_LAYERS = 8;
const MAX_BASE64 = 2;

/**
 * Every whole copy of `tokens` in `text`: plain, inside JSON in JSON, XML or XML entities, and in base64 up to two layers
 * deep. A token's own letters survive every escape, but a `~`, or base64 with `\/` in it, may have been escaped as well:
 * so each layer of escapes is undone and searched again. A copy seen in several layers is one copy.
 */
export function findTokens(text: string, tokens: readonly string[]): TokenHit[] {
  const hits = search(text, tokens, 0);
  return hits.sort((a, b) => a.offset - b.offset || (a.token < b.token ? -1 : 1));
}

function search(text: string, tokens: readonly string[], base64: number): TokenHit[] {
  const hits = new Map<string, TokenHit>();
  let layer = { text, origin: (index: number): number => index };
  for (let depth = 0; depth <= MAX_LAYERS; depth += 1) {
    // The same copy in a deeper layer replaces the one above: what stands around it is read better there.
    for (const hit of searchLayer(layer.text, tokens, base64)) {
      const offset = layer.origin(hit.offset);
      hits.set(`${offset} ${hit.token}`, { ...hit, offset });
    }
    const next = unescapeLayer(layer.text);
    if (next === undefined) break;
    const { origin } = layer;
    layer = { text: next.text, origin: (index) => origin(next.origin(index)) };
  }
  return [...hits.values()];
}

function searchLayer(text: string, tokens: readonly string[], base64: number): TokenHit[] {
  const hits: TokenHit[] = [];
  for (const token of tokens) {
    for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + token.length)) {
      hits.push({ token, offset: at, form: form(text, at, base64) });
    }
  }
  if (base64 === MAX_BASE64) return hits;
  for (const { text: bytes, origin } of decodeBase64(text)) {
    for (const hit of search(bytes, tokens, base64 + 1)) hits.push({ ...hit, offset: origin(hit.offset) });
  }
  return hits;
}

function form(text: string, at: number, base64: number): TokenHit['form'] {
  if (base64 > 0) return base64 === 1 ? 'base64' : 'base64 in base64';
  return isInFilePath(text, at) ? 'file path' : 'text';
}
