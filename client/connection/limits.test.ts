import { describe, expect, it } from 'vitest';
import { toMilliseconds } from './limits.ts';

describe('toMilliseconds', () => {
  it('keeps within what a timer can hold', () => {
    const ms = (seconds: number) => toMilliseconds({ seconds, key: 'timeout' });
    expect([ms(300), ms(0.5), ms(0), ms(-1), ms(1e12)]).toEqual([300_000, 500, 1, 1, 2_147_483_647]);
  });
});
