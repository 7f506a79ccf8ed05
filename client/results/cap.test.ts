import { describe, expect, it } from 'vitest';
import { capMiddle, LONGEST_RESULT } from './cap.ts';
import { head, quotable, tail } from './cut.ts';

describe('capMiddle', () => {
  it('leaves a text up to the cap alone', () => {
    const text = 'x'.repeat(LONGEST_RESULT);
    expect(capMiddle(text)).toBe(text);
  });

  it('keeps 40 % of the cap at the beginning and 60 % at the end', () => {
    const text = `${'a'.repeat(800_000)}${'-'.repeat(1234)}${'b'.repeat(1_200_000)}`;
    expect(capMiddle(text)).toBe(
      `${'a'.repeat(800_000)}\n\n... [MCP RESULT TRUNCATED: 1,234 of 2,001,234 characters left out here] ...\n\n${'b'.repeat(1_200_000)}`,
    );
  });
});

describe('cutting', () => {
  it('never tears a character', () => {
    const text = 'a\u{1f600}b\u{1f600}c';
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((length) => head(text, length))).toEqual([
      '',
      'a',
      'a',
      'a\u{1f600}',
      'a\u{1f600}b',
      'a\u{1f600}b',
      'a\u{1f600}b\u{1f600}',
      text,
      text,
    ]);
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((length) => tail(text, length))).toEqual([
      '',
      'c',
      'c',
      '\u{1f600}c',
      'b\u{1f600}c',
      'b\u{1f600}c',
      '\u{1f600}b\u{1f600}c',
      text,
      text,
    ]);
  });

  it('quotes in one line', () => {
    expect(quotable('a\r\n\tb\u2029c\u0007d')).toBe('a b c d');
    expect(quotable('x'.repeat(11), 10)).toBe(`${'x'.repeat(10)}…`);
    expect(quotable('x'.repeat(10), 10)).toBe('x'.repeat(10));
  });
});
