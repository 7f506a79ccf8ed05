import { expect, it } from 'vitest';
import { tokenise } from './tokens.ts';

it('takes runs of letters and digits, lower-cased and stemmed, in order', () => {
  expect(tokenise('Create-issues: mcp__GitHub (v2.1)!')).toEqual(['creat', 'issu', 'mcp', 'github', 'v2', '1']);
});

it('finds nothing in a text without such letters', () => {
  expect(tokenise('')).toEqual([]);
  expect(tokenise('… 検索 ?!')).toEqual([]);
});
