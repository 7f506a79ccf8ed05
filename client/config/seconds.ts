import type { Warn } from './boolish.ts';
import { describe } from './describe.ts';

/** The longest time that a timer of Node can wait; a longer one would fire at once. */
const longest = 2_147_483;

/**
 * A time in seconds: a positive number, or a string that spells one. Nothing or null gives the default; anything else
 * warns and gives it too, since a wrong time must not become no time.
 */
export function parseSeconds(value: unknown, fallback: number, where: string, warn: Warn): number {
  if (value === undefined || value === null) return fallback;
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds === 'number' && seconds > 0 && seconds <= longest) return seconds;
  warn(
    `Expected a number of seconds above 0 and up to ${longest}, got ${describe(value)}; ${fallback} is used (${where})`,
  );
  return fallback;
}
