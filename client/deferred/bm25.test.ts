import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildIndex, idf, scores } from './bm25.ts';

describe('bm25', () => {
  const index = buildIndex([['find', 'page', 'page'], ['find', 'issu', 'in', 'repo', 'now'], []]);

  it('counts documents, tokens and the average length', () => {
    expect(index.frequencies.get('find')).toBe(2);
    expect(index.frequencies.get('page')).toBe(1);
    expect(index.averageLength).toBe(8 / 3);
  });

  it('takes 1 as the least average length', () => {
    expect(buildIndex([]).averageLength).toBe(1);
    expect(buildIndex([[], []]).averageLength).toBe(1);
  });

  it('weighs rare tokens more, and unknown ones most', () => {
    expect(idf(index, 'find')).toBe(Math.log(1 + 1.5 / 2.5));
    expect(idf(index, 'page')).toBe(Math.log(1 + 2.5 / 1.5));
    expect(idf(index, 'gone')).toBe(Math.log(1 + 3.5 / 0.5));
  });

  it('scores by k1 = 1.5 and b = 0.75', () => {
    const norm = 1.5 * (0.25 + (0.75 * 3) / (8 / 3));
    const [first, second, third] = scores(index, ['page']);
    expect(first).toBeCloseTo((Math.log(1 + 2.5 / 1.5) * 2 * 2.5) / (2 + norm), 12);
    expect([second, third]).toEqual([0, 0]);
  });

  it('counts a repeated token of the query again', () => {
    const [once = 0] = scores(index, ['find']);
    const [twice] = scores(index, ['find', 'find']);
    expect(twice).toBeCloseTo(2 * once, 12);
  });

  it('gives a document the same score wherever it stands', () => {
    const token = fc.constantFrom('a', 'b', 'c', 'd');
    const documents = fc.array(fc.array(token, { maxLength: 6 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(documents, fc.array(token, { maxLength: 4 }), (collection, query) => {
        const forward = scores(buildIndex(collection), query);
        expect(scores(buildIndex(collection), query)).toEqual(forward);
        expect(scores(buildIndex(collection.toReversed()), query)).toEqual(forward.toReversed());
        expect(forward.every((score) => score >= 0)).toBe(true);
      }),
    );
  });
});
