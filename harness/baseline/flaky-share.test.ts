import { expect, it } from 'vitest';
import type { BaselineEntry } from '../../data/types/baseline.ts';
import { checkFlakyShare } from './flaky-share.ts';

function entries(all: number, flaky: number): BaselineEntry[] {
  const knownFlaky = { captures: ['one', 'other'], reason: 'It races.' };
  return Array.from({ length: all }, (_, index) => (index < flaky ? { knownFlaky } : {}) as BaselineEntry);
}

it.each([
  [0, 0],
  [50, 1],
  [99, 1],
  [100, 2],
])('lets %d entries have %d that are known to be flaky', (all, flaky) => {
  expect(() => checkFlakyShare(entries(all, flaky), 'x.json')).not.toThrow();
});

it.each([
  [49, 1, 'Expected at most 0 of the 49 entries of x.json (2 %) to be known-flaky, got 1.'],
  [99, 2, 'Expected at most 1 of the 99 entries of x.json (2 %) to be known-flaky, got 2.'],
])('refuses %d entries with %d', (all, flaky, message) => {
  expect(() => checkFlakyShare(entries(all, flaky), 'x.json')).toThrow(message);
});
