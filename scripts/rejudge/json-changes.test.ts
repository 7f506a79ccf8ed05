import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonChanges } from './json-changes.ts';

describe('jsonChanges', () => {
  it('names the smallest places that differ', () => {
    expect(
      jsonChanges({ a: [1, { b: 2 }], 'c/d': 1, same: {} }, { a: [1, { b: 3 }, 4], same: {}, 'e~': null }),
    ).toEqual([
      { pointer: '/a/1/b', before: 2, after: 3 },
      { pointer: '/a/2', before: undefined, after: 4 },
      { pointer: '/c~1d', before: 1, after: undefined },
      { pointer: '/e~0', before: undefined, after: null },
    ]);
  });

  it('tells a list from an object, and null from nothing', () => {
    expect(jsonChanges([], {})).toEqual([{ pointer: '', before: [], after: {} }]);
    expect(jsonChanges({ a: null }, {})).toEqual([{ pointer: '/a', before: null, after: undefined }]);
  });

  it('finds changes exactly when the JSON differs', () => {
    const pair = fc.tuple(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect(jsonChanges(a, structuredClone(a))).toEqual([]);
        expect(jsonChanges(a, b).length === 0).toBe(jsonChanges(b, a).length === 0);
      }),
    );
  });
});
