import { expect, it } from 'vitest';
import { glyphOf, letterOf, shownStatus } from './status.ts';

it('shows each status by a glyph of its own', () => {
  const statuses = ['full', 'partial', 'unsupported', 'untested', undefined] as const;
  expect(statuses.map(shownStatus)).toEqual(['● full', '◐ partial', '○ unsupported', '· untested', '— not recorded']);
  expect(statuses.map(glyphOf).join('')).toBe('●◐○·—');
});

it('marks what was not probed with the letter of its tier', () => {
  expect((['probed', 'read', 'declared', 'claimed'] as const).map(letterOf)).toEqual([
    '',
    '<sup>r</sup>',
    '<sup>d</sup>',
    '<sup>c</sup>',
  ]);
});
