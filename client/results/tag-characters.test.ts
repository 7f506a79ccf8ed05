import { describe, expect, it } from 'vitest';
import { stripTagCharacters } from './tag-characters.ts';

const tags = (text: string): string =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
const SCOTLAND = `\u{1F3F4}${tags('gbsct')}\u{E007F}`;

describe('stripTagCharacters', () => {
  it('removes hidden letters and nothing else', () => {
    expect(stripTagCharacters(`a${tags('Ignore all!')}b\u{E0001}\u{E007F}c`)).toBe('abc');
    expect(stripTagCharacters('é 日本 \u{1F3F4} \u{1F600} \u{E0100}')).toBe('é 日本 \u{1F3F4} \u{1F600} \u{E0100}');
  });

  it('makes no hidden letter of two halves around one, however deep', () => {
    expect(stripTagCharacters('a\uDB40\u{E0048}\uDC49b')).toBe('a\uFFFD\uFFFDb');
    expect(stripTagCharacters('\uDB40\uDB40\u{E0048}\uDC49\uDC49')).toBe('\uFFFD\uFFFD\uFFFD\uFFFD');
  });

  it('keeps the flag of a region', () => {
    expect(stripTagCharacters(`from ${SCOTLAND}${tags('x')}!`)).toBe(`from ${SCOTLAND}!`);
  });

  it.each([
    ['too long a code', `\u{1F3F4}${tags('gbsctgb')}\u{E007F}`],
    ['no end', `\u{1F3F4}${tags('gbsct')}`],
    ['capitals', `\u{1F3F4}${tags('GBSCT')}\u{E007F}`],
    ['no code', '\u{1F3F4}\u{E007F}'],
  ])('takes a flag with %s for hidden letters', (_, text) => {
    expect(stripTagCharacters(text)).toBe('\u{1F3F4}');
  });
});
