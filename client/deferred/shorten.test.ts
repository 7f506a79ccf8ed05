import { describe, expect, it } from 'vitest';
import { cut, shorten } from './shorten.ts';

describe('cut', () => {
  it('keeps what is short enough and marks what is cut', () => {
    expect(cut('abc', 3)).toBe('abc');
    expect(cut('abcd', 3)).toBe('abc…');
  });

  it('tears no character', () => {
    expect(cut('🎉🎉🎉', 2)).toBe('🎉🎉…');
    expect(cut('a🎉🎉🎉', 2)).toBe('a🎉…');
    expect(cut('🎉🎉', 2)).toBe('🎉🎉');
  });
});

describe('shorten', () => {
  it.each([
    ['', ''],
    ['  Finds\n\tpages  ', 'Finds pages'],
    ['Finds pages. Slowly.', 'Finds pages.'],
    ['Done! Now?', 'Done!'],
    ['Why? Because.', 'Why?'],
    ['Reads v2.1 files. Fast.', 'Reads v2.1 files.'],
    ['Reads pages, e.g. news, i.e. texts, etc. and more. Fast.', 'Reads pages, e.g. news, i.e. texts, etc. and more.'],
    ['Reads a sketc. Fast.', 'Reads a sketc.'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(60)}…`],
    [`${'x'.repeat(50)}, ${'y'.repeat(20)}`, `${'x'.repeat(50)}…`],
    [`${'x'.repeat(50)} yy:; ${'z'.repeat(20)}`, `${'x'.repeat(50)} yy…`],
    [`${'x'.repeat(60)} y`, `${'x'.repeat(60)}…`],
    ['🎉'.repeat(61), `${'🎉'.repeat(60)}…`],
  ])('makes of %j: %j', (description, short) => {
    expect(shorten(description)).toBe(short);
  });
});
