import { expect, it } from 'vitest';
import { timebox } from './timebox.ts';

it('gives back what the work returns, and throws what it throws', () => {
  const value = { a: 1 };
  expect(timebox(60_000, () => value)).toBe(value);
  const thrown = new TypeError('no');
  expect(() =>
    timebox(60_000, () => {
      throw thrown;
    }),
  ).toThrow(thrown);
});

it('stops a regular expression that never comes back', () => {
  expect(() => timebox(20, () => /^(a+)+$/.test(`${'a'.repeat(60)}b`))).toThrow('not done after 20 ms');
});
