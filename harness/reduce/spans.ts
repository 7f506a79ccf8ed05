import { isNameOf } from '../judge/offered.ts';
import { STAND_IN } from './omission.ts';
import type { Ours } from './ours.ts';
import { tokenSpans } from './token-spans.ts';

/** A piece of a text, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** The pieces of a text that are ours, in order, none touching another: tokens, names of tools, phrases, stand-ins. */
export function ownSpans(text: string, ours: Ours): Span[] {
  return merge([
    ...tokenSpans(text, ours.tokens),
    ...nameSpans(text, ours),
    ...ours.phrases.flatMap((phrase) => phraseSpans(text, phrase)),
    ...Array.from(text.matchAll(STAND_IN), ({ 0: found, index }) => ({ start: index, end: index + found.length })),
  ]);
}

/**
 * The words that the judge takes for a name of one of our tools, and those that hold one. The client's own names stay
 * whole. Of any other word that ends in a name the shortest end stays that still means the tool; of one that only holds it
 * also the letters that make it another name (`noprobe_x` is no name of `probe_x`).
 */
export function nameSpans(text: string, { definitions, names }: Pick<Ours, 'definitions' | 'names'>): Span[] {
  // An escape's letter would stick to the name that follows it.
  const words = text.replaceAll(/\\[bfnrt"\\/]/g, '  ').matchAll(/[\w.:/-]+/g);
  return Array.from(words).flatMap(({ 0: word, index }) => {
    const trimmed = word.replace(/[.:/-]+$/, '');
    return definitions.flatMap(({ name }) => {
      if (isNameOf(trimmed, name)) {
        const start = names.has(trimmed) ? 0 : startOfName(trimmed, name);
        return [{ start: index + start, end: index + trimmed.length }];
      }
      const at = word.indexOf(name);
      if (at < 0) return [];
      const [after = ''] = /^[^A-Za-z0-9]*[A-Za-z0-9]?/.exec(word.slice(at + name.length)) ?? [];
      return [{ start: index + Math.max(0, at - 1), end: index + at + name.length + after.length }];
    });
  });
}

function startOfName(word: string, name: string): number {
  let start = Math.max(0, word.length - name.length);
  while (start > 0 && !isNameOf(word.slice(start), name)) start -= 1;
  return start;
}

/** As it is, or inside a JSON string. */
function phraseSpans(text: string, phrase: string): Span[] {
  return [...new Set([phrase, JSON.stringify(phrase).slice(1, -1)])].flatMap((spelt) => {
    const spans: Span[] = [];
    for (let at = text.indexOf(spelt); at >= 0; at = text.indexOf(spelt, at + spelt.length)) {
      spans.push({ start: startOfDataUrl(text, at), end: at + spelt.length });
    }
    return spans;
  });
}

/** Where the bytes of our picture stand in a data: URL, that begins before them. */
function startOfDataUrl(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - 64), at);
  return at - (/data:[\w.+/-]+;base64,$/.exec(before)?.[0].length ?? 0);
}

function merge(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}
