import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGlob, matchesGlob } from './glob.ts';

describe('matchesGlob', () => {
  it.each([
    ['*', '', true],
    ['*', 'anything at all', true],
    ['list_*', 'list_items', true],
    ['list_*', 'List_items', false],
    ['list_*', 'my_list_items', false],
    ['*_items', 'list_items', true],
    ['*a*b*c', 'xxaxxbxxc', true],
    ['*a*b*c', 'xxaxxbxx', false],
    ['get_?', 'get_a', true],
    ['get_?', 'get_', false],
    ['get_?', 'get_🎉', true],
    ['get_[abc]', 'get_b', true],
    ['get_[a-c]', 'get_d', false],
    ['get_[a-cx]', 'get_x', true],
    ['get_[!a-c]', 'get_d', true],
    ['get_[!a-c]', 'get_a', false],
    ['get_[z-a]', 'get_m', false],
    ['get_[]]', 'get_]', true],
    ['get_[!]]', 'get_]', false],
    ['get_[a-]', 'get_-', true],
    ['get_[^a]', 'get_^', true],
    ['get_[', 'get_[', true],
    ['get_[]', 'get_[]', true],
    ['get_[!]', 'get_[!]', true],
    ['a.b', 'axb', false],
    ['a*', 'a\nb', true],
    ['', '', true],
    ['', 'a', false],
  ])('holds %j against %j: %s', (pattern, name, fits) => {
    expect(matchesGlob(pattern, name)).toBe(fits);
  });

  it('takes a name apart into what a pattern of it says', () => {
    const letters = fc.stringMatching(/^[a-z]{0,8}$/);
    fc.assert(
      fc.property(letters, letters, letters, (head, middle, tail) => {
        expect(matchesGlob(`${head}*${tail}`, head + middle + tail)).toBe(true);
        expect(matchesGlob(`${head}${'?'.repeat(middle.length)}${tail}`, head + middle + tail)).toBe(true);
      }),
    );
  });

  it('answers at once where a regular expression would backtrack for ever', () => {
    expect(matchesGlob(`${'*a'.repeat(40)}b`, 'a'.repeat(2000))).toBe(false);
  });

  it('tells patterns from exact names', () => {
    expect(['a*', 'a?', 'a[b', 'a]b', 'a-b.c'].map(isGlob)).toEqual([true, true, true, false, false]);
  });
});
