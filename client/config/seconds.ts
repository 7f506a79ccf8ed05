import type { Warn } from './boolish.ts';
import { describe } from './describe.ts';
import { longestSeconds, readNumber } from './numbers.ts';

/**
 * A time in seconds: a positive number, or a string that spells one. Nothing or null gives the default; anything else
 * warns and gives it too, since a wrong time must not become no time.
 */
export function parseSeconds(value: unknown, fallback: number, where: string, warn: Warn): number {
  if (value === undefined || value === null) return fallback;
  const seconds = readNumber(value);
  if (seconds !== undefined && seconds > 0 && seconds <= longestSeconds) return seconds;
  warn(
    `Expected a number of seconds above 0 and up to ${longestSeconds}, got ${describe(value)}; ${fallback} is used (${where})`,
  );
  return fallback;
}
