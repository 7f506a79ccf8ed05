import { describe, expect, it } from 'vitest';
import { parsePythonList } from './python-list.ts';

describe('parsePythonList', () => {
  it.each([
    ['[]', []],
    ['[ ]', []],
    ['[\'a\', "b"]', ['a', 'b']],
    ["['it\\'s', 'a\\nb', '\\x41\\u00e9', '\\d']", ["it's", 'a\nb', 'Aé', '\\d']],
    ['[1, -2.5, +3, .5, 1e3]', [1, -2.5, 3, 0.5, 1000]],
    ['[True, False, None]', [true, false, null]],
    ["['a', ]", ['a']],
    ["['a,]']", ['a,]']],
  ])('reads %j', (text, items) => {
    expect(parsePythonList(text)).toEqual(items);
  });

  it.each([
    "['a' 'b']",
    "['a'",
    '[,]',
    "['a',,]",
    "['a]",
    '[name]',
    '(1,)',
    '[[1]]',
    "['a'] ['b']",
    "['a\n']",
    '["a]"',
  ])('refuses %j', (text) => {
    expect(parsePythonList(text)).toBeUndefined();
  });
});
