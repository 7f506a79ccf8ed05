import { describe, expect, it } from 'vitest';
import { weigh } from './weigh.ts';

describe('weigh', () => {
  it('counts every value, and the characters of strings and keys', () => {
    expect(weigh(null, 1000)).toBe(32);
    expect(weigh('four', 1000)).toBe(36);
    expect(weigh({ key: 'four', list: [1, true] }, 1000)).toBe(5 * 32 + 3 + 4 + 4);
  });

  it('stops past the limit', () => {
    expect(
      weigh(
        Array.from({ length: 1000 }, () => 'x'.repeat(100)),
        500,
      ),
    ).toBeLessThan(700);
  });

  it('takes what is nested deeper than the stack', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(weigh(deep, Number.POSITIVE_INFINITY)).toBe(200_000 * 32);
  });
});
