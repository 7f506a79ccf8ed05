import { expect, it } from 'vitest';
import type { Comparison } from '../../harness/compare/compare.ts';
import { formats } from './formats.ts';

/** A comparison of so many clients, in which each differs in a place of its own. */
function comparison(clients: number): Comparison {
  const over = Array.from({ length: clients }, (_, number) => ({
    client: `client-${number}`,
    scenario: `scenario-${number}`,
    config: 'default',
    server: 'both',
    transport: 'stdio',
    a: 'a',
    b: 'b',
  }));
  const compared = over.flatMap((place) => [place, { ...place, transport: 'http' }]);
  const none = { changed: [], gained: [], onlyInA: [], onlyInB: [] };
  return { a: 'a', b: 'b', equal: clients, compared, lost: [{ text: 'lost', over }], ...none };
}

it('cuts a long cell of the table, and says how much is left out and where it stands', () => {
  const table = formats.table(comparison(20_000), 120);
  expect(table).toContain('client-0: scenario-0: default/stdio');
  expect(table).toMatch(/and 199\d\d more lines: --format md/);
  expect(table.split('\n').length).toBeLessThan(20);
});

it('mentions nobody and links to nothing in Markdown', () => {
  const nasty = '@everyone @org/team #1 GH-2 owner/name#3 https://evil.example a\nb | `x`';
  const over = [{ scenario: nasty, config: '@config', server: 'both', transport: 'stdio', a: '', b: '' }];
  const md = formats.md(
    {
      a: 'git:@someone',
      b: 'sample@@other',
      compared: over,
      equal: 0,
      lost: [{ text: `the model is told: "${nasty}" → nothing`, over }],
      changed: [],
      gained: [],
      onlyInA: over,
      onlyInB: over,
    },
    120,
  );
  expect(md).toContain('`git:@someone`');
  // Without its code spans, which begin and end with as many backticks, nothing of it is left.
  const outside = md.replaceAll(/(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g, '').replace(/^### /, '');
  expect(outside).not.toMatch(/[@#`]|GH-|evil|someone|other/);
  expect(outside.split('\n').filter((line) => line.startsWith('|') && line.split('|').length !== 5)).toEqual([]);
});

it('cuts nothing that fits', () => {
  expect(formats.table(comparison(3), 120)).not.toContain('more line');
  expect(formats.md(comparison(300), 120)).toContain('client-299: scenario-299: default/stdio');
});
