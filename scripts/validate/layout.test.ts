import { expect, it } from 'vitest';
import { laidOut } from './layout.ts';

it('sorts keys, opens objects, and keeps a list on one line where it fits', () => {
  const long = 'x'.repeat(100);
  expect(laidOut({ b: [], a: ['1', 2, null], d: {}, c: [{ y: 1 }], e: [long, 'and more of it'] })).toBe(
    [
      '{',
      '  "a": ["1", 2, null],',
      '  "b": [],',
      '  "c": [',
      '    {',
      '      "y": 1',
      '    }',
      '  ],',
      '  "d": {},',
      '  "e": [',
      `    "${long}",`,
      '    "and more of it"',
      '  ]',
      '}',
      '',
    ].join('\n'),
  );
});
