import { expect, it } from 'vitest';
import { countCost } from './cost.ts';

it('counts UTF-16 units of all texts and a token for each four, rounded up', () => {
  expect(countCost([])).toEqual({ characters: 0, tokens: 0 });
  expect(countCost(['abc', 'é\u{1f600}'])).toEqual({ characters: 6, tokens: 2 });
  expect(countCost(['abcde'])).toEqual({ characters: 5, tokens: 2 });
});

it('counts stored filler as long as it was', () => {
  const filler = `{{filler 14976 sha256:${'0123456789abcdef'.repeat(4)}}}`;
  expect(countCost([`head ${filler} middle ${filler} tail`]).characters).toBe(5 + 14_976 + 8 + 14_976 + 5);
});

it('does not take other braces for filler', () => {
  expect(countCost(['{{filler x sha256:00}}']).characters).toBe(22);
  expect(countCost(['{{home}}']).characters).toBe(8);
});
