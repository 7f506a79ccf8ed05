import { expect, it } from 'vitest';
import { isTruthy } from './truthy.ts';

it.each([true, 1, -1, 'false', '0', 'yes', ' ', [0], { a: 0 }])('%j turns a plain switch on', (value) => {
  expect(isTruthy(value)).toBe(true);
});

it.each([undefined, null, false, 0, Number.NaN, '', 'no', 'Off', 'OFF', [], {}])('%j leaves it off', (value) => {
  expect(isTruthy(value)).toBe(false);
});
