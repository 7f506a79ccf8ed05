import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../scenarios/types.ts';
import { findTokens } from '../judge/search/find-tokens.ts';
import { endOfObject, findJsonBlocks } from '../judge/search/json-blocks.ts';
import { findEnvelopes } from '../judge/whole-envelope.ts';
import { omit } from './omission.ts';
import type { Ours } from './ours.ts';
import { nameSpans, ownSpans, type Span } from './spans.ts';

/** A piece that stays, as `text`. */
interface Piece extends Span {
  text: string;
}

/**
 * A text that is not ours: one stand-in, or, where something of ours stands in it, that with stand-ins around it. JSON in
 * the text with something of ours in it goes through `retell`, so that a whole result in it stays whole. What the judge
 * finds in the text and in what becomes of it is the same, in the same order; a text with which that cannot be done
 * (a whole result in XML, say) stays as it is.
 */
export function reduceText(text: string, ours: Ours, retell?: (value: Json) => Json): string {
  const spans = ownSpans(text, ours);
  const seen = look(text, ours);
  if (spans.length === 0 && seen === '') return omit(text);
  const blocks = retell === undefined ? [] : retold(text, spans, retell);
  const asTheyAre = (pieces: Span[]): Piece[] =>
    pieces.map(({ start, end }) => ({ start, end, text: text.slice(start, end) }));
  const outside = spans.flatMap((span) => without(span, blocks));
  const ways = [[...blocks, ...asTheyAre(outside)], asTheyAre(spans)].map((pieces) => join(text, pieces));
  return ways.find((way) => look(way, ours) === seen) ?? text;
}

/** All that the judge may find in a text, in order. */
export function look(text: string, ours: Ours): string {
  const found = [
    ...findTokens(text, ours.tokens).map(({ token, offset, form }) => ({ key: `${token} ${form}`, offset })),
    ...ours.results.flatMap((result, index) =>
      findEnvelopes(text, result).map(({ key, offset, form }) => ({ key: `${key} ${index} ${form}`, offset })),
    ),
    ...nameSpans(text, ours).map(({ start, end }) => ({ key: text.slice(start, end), offset: start })),
  ];
  found.sort((a, b) => a.offset - b.offset || (a.key < b.key ? -1 : 1));
  return found.map(({ key }) => `${key}\n`).join('');
}

function retold(text: string, spans: Span[], retell: (value: Json) => Json): Piece[] {
  return findJsonBlocks(text).flatMap(({ offset: start, value }) => {
    const end = (text.charAt(start) === '{' ? endOfObject(text, start) : undefined) ?? text.trimEnd().length;
    if (!spans.some((span) => span.start < end && span.end > start)) return [];
    const told = retell(value);
    const same = isDeepStrictEqual(told, value);
    return [{ start, end, text: same ? text.slice(start, end) : JSON.stringify(told) }];
  });
}

/** What of a span lies in none of the blocks. */
function without(span: Span, blocks: Span[]): Span[] {
  return blocks.reduce<Span[]>(
    (rest, block) =>
      rest.flatMap(({ start, end }) =>
        [
          { start, end: Math.min(end, block.start) },
          { start: Math.max(start, block.end), end },
        ].filter((piece) => piece.start < piece.end),
      ),
    [span],
  );
}

function join(text: string, pieces: Piece[]): string {
  let joined = '';
  let read = 0;
  for (const piece of pieces.sort((a, b) => a.start - b.start)) {
    joined += between(text.slice(read, piece.start)) + piece.text;
    read = piece.end;
  }
  return joined + between(text.slice(read));
}

/** Punctuation and white space tell nothing, and are shorter than what would stand for them. */
function between(gap: string): string {
  return /^[^\p{L}\p{N}]{0,16}$/u.test(gap) ? gap : omit(gap);
}
