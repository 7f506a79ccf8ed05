import { findTokens, type TokenHit } from '../judge/search/find-tokens.ts';
import type { Span } from './spans.ts';

// Letters of a token's body that tell a half one from another token's.
const HALF_BODY = 2;
// The longest spelling of a token (JSON in JSON in JSON, base64 of base64) is far below so many times its length.
const REACH = 40;

/**
 * The smallest pieces of a text in which the judge's search still finds what it finds in the whole: every token, in any
 * spelling, and every token that was cut, as far as it goes.
 */
export function tokenSpans(text: string, tokens: string[]): Span[] {
  const halves = new Map(tokens.map((token) => [token.slice(0, token.lastIndexOf('~') - 4 + HALF_BODY), token]));
  return findTokens(text, [...halves.keys()]).map((hit) => spanOf(text, hit, halves.get(hit.token) ?? hit.token));
}

function spanOf(text: string, { token: half, offset, form }: TokenHit, token: string): Span {
  const far = Math.min(text.length, offset + REACH * token.length);
  for (let length = token.length; length >= half.length; length -= 1) {
    for (const start of starts(text, offset, form)) {
      const piece = [token.slice(0, length)];
      const holds = (end: number): boolean =>
        findTokens(text.slice(start, end), piece).some((hit) => hit.form === form && hit.offset === offset - start);
      if (holds(far)) return { start, end: smallest(offset, far, holds) };
    }
  }
  return { start: 0, end: text.length };
}

/** Where to begin: base64 is read in groups of four digits, those of base64 of base64 in groups of groups; a path as a whole. */
function starts(text: string, offset: number, form: TokenHit['form']): number[] {
  if (form !== 'file path') return [0, 3, 8, 64].map((before) => Math.max(0, offset - before));
  let start = offset;
  while (start > 0 && /[^\s"'`<>()|]/.test(text.charAt(start - 1))) start -= 1;
  // With what ends the word before it: a stand-in would be a part of the path.
  return [Math.max(0, start - 1)];
}

/** The smallest end up to `far`, for which `holds` is true, that holds; what holds at an end holds at every later one. */
function smallest(near: number, far: number, holds: (end: number) => boolean): number {
  let [low, high] = [near, far];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
