import { describe, expect, it } from 'vitest';
import type { Json } from '../types.ts';
import { maxNames, maxQueries, readNames, readQueries } from './string-list.ts';

const letters = Array.from('abcdefghijk');

describe('readQueries', () => {
  it('takes strings, trims them and drops blank ones', () => {
    expect(readQueries({ queries: [' a ', '', ' \n', 'a'] })).toEqual({ kind: 'list', values: ['a', 'a'] });
  });

  it('takes one bare string', () => {
    expect(readQueries({ queries: 'a b' })).toEqual({ kind: 'list', values: ['a b'] });
  });

  it.each<[Json | undefined]>([[undefined], [null], [7], [{ a: 1 }], [[1]], [['a', null]]])('refuses %j', (queries) => {
    expect(readQueries(queries === undefined ? {} : { queries })).toEqual({
      kind: 'error',
      message: '"queries" is needed, as an array of strings',
    });
  });

  it.each<[Json]>([[[]], [''], [['', '  ']]])('refuses %j, which asks for nothing', (queries) => {
    expect(readQueries({ queries })).toEqual({
      kind: 'error',
      message: '"queries" is needed, with at least one string that is not empty',
    });
  });

  it('takes 7 queries and no more', () => {
    expect(maxQueries).toBe(7);
    expect(readQueries({ queries: [...letters.slice(0, 7), ''] })).toMatchObject({ kind: 'list' });
    expect(readQueries({ queries: letters.slice(0, 8) })).toEqual({
      kind: 'error',
      message: 'Expected at most 7 queries, got 8. Send fewer in one call.',
    });
  });

  it('does not know the older key', () => {
    expect(readQueries({ query: 'a' })).toMatchObject({ kind: 'error' });
  });
});

describe('readNames', () => {
  it('takes each name once', () => {
    expect(readNames({ names: ['a', 'b', ' a'] })).toEqual({ kind: 'list', values: ['a', 'b'] });
  });

  it('takes 10 names and no more', () => {
    expect(maxNames).toBe(10);
    expect(readNames({ names: [...letters.slice(0, 10), 'a'] })).toMatchObject({ kind: 'list' });
    expect(readNames({ names: letters })).toEqual({
      kind: 'error',
      message: 'Expected at most 10 names, got 11. Send fewer in one call.',
    });
  });

  it('names its own key in errors', () => {
    expect(readNames({ names: 7 })).toEqual({ kind: 'error', message: '"names" is needed, as an array of strings' });
  });
});
