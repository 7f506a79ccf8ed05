import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellSplit } from './shell-split.ts';

describe('shellSplit', () => {
  it.each([
    ['', []],
    ['  \t\n', []],
    ['a b\tc\nd', ['a', 'b', 'c', 'd']],
    ['"" \'\'', ['', '']],
    ['a"b c"d', ['ab cd']],
    ['"say \\"hi\\" \\\\ \\$x"', ['say "hi" \\ \\$x']],
    ["'no \\ escape'", ['no \\ escape']],
    ['\\"', ['"']],
    ['a#b # c', ['a#b', '#', 'c']],
  ])('splits %j', (line, words) => {
    expect(shellSplit(line)).toEqual(words);
  });

  it.each(['"', "'a", '"a\\"', 'a\\', 'a \'b" c'])('refuses %j', (line) => {
    expect(shellSplit(line)).toBeUndefined();
  });

  it('gives back every list of words that was quoted for a shell', () => {
    const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (words) => {
        expect(shellSplit(words.map(quote).join(' '))).toEqual(words);
      }),
    );
  });
});
