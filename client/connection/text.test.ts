import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindOf, oneLine } from './text.ts';

describe('oneLine', () => {
  it('makes one line of many, without control characters', () => {
    expect(oneLine(' a\r\nb\t\u001b[31mc\u0000 ')).toBe('a b [31mc');
  });

  it('marks where it cut', () => {
    expect(oneLine('abcdef', 3)).toBe('abc…');
    expect(oneLine('abc', 3)).toBe('abc');
  });

  it('never gives more than a line of the limit, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (text, limit) => {
        const line = oneLine(text, limit);
        expect(line.length).toBeLessThanOrEqual(limit + 1);
        expect(line).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

describe('kindOf', () => {
  it('names what came', () => {
    expect([undefined, null, [], {}, 'x', 3, true].map(kindOf)).toEqual([
      'nothing',
      'null',
      'an array',
      'an object',
      'a string',
      'number 3',
      'boolean true',
    ]);
  });
});
