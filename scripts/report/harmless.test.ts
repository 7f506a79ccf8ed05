import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { printable } from '../printable.ts';
import { harmless } from './harmless.ts';

it.each([
  '::error::gone',
  '  ::error file=a.ts::gone',
  '\t::add-mask::x',
  'fine\n::stop-commands::x',
  'fine\r::warning::x',
  'fine\r\n \u00a0\u3000::warning::x',
  '\u0085::warning::x',
  '\u200b\u00ad::warning::x',
  ':\u200b:warning::x',
  '\ufe0f::warning::x',
  '│ fine ##[error]gone',
  '###[error]gone',
  '#\u200b#\u200b[error]gone',
])('leaves no workflow command in %j', (text) => {
  // What a runner looks for, more loosely than it does.
  const bare = harmless(text).replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  expect(bare).not.toMatch(/^[^\S\r\n]*::/m);
  expect(bare).not.toMatch(/##\[/);
  expect(harmless(printable(text))).not.toMatch(/^\s*::|##\[/m);
});

it('shows what was there', () => {
  expect(harmless(' ::error::a\n##[group]b\n')).toBe(' \\u003a:error::a\n\\u0023#[group]b\n');
});

it('leaves everything else as it is', () => {
  const text = '┌─┐\n│ ::error is a word here: "a::b", # #[x] ## Title\n└─┘\n85 records\n';
  expect(harmless(text)).toBe(text);
});

it('never changes what a JSON text says', () => {
  const odd = fc.string({ unit: fc.constantFrom('#', '[', ':', ' ', '\n', '\\', '\u200b') });
  fc.assert(
    fc.property(odd, (text) => {
      expect(JSON.parse(harmless(JSON.stringify([text], null, 2)))).toEqual([text]);
    }),
  );
});

it('takes a line of a million blanks, or of signs, in its stride', () => {
  for (const sign of [' ', '\t', '#', ':', '\u200b', '#\u200b']) {
    const text = `${sign.repeat(1_000_000)}x`;
    expect(harmless(text).length).toBeGreaterThanOrEqual(text.length);
  }
});
