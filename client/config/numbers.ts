import type { Warn } from './boolish.ts';
import { describe } from './describe.ts';

/** The longest time that a timer of Node can wait, in seconds; a longer one would fire at once. */
export const longestSeconds = 2_147_483;
/** More of anything that is counted means no limit. */
export const mostCounted = 1_000_000_000;

/** A number, or a string that spells one; undefined for anything else. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export interface Range {
  least: number;
  most: number;
}

/**
 * A number that is moved into its range, with a warning when that was needed. Nothing or null gives undefined, and so
 * does what is no number, with a warning: the default is used.
 *
 * @param where the dotted path of the key, for the warning
 */
export function parseClamped(value: unknown, { least, most }: Range, where: string, warn: Warn): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = readNumber(value);
  const used = number === undefined ? undefined : Math.min(Math.max(number, least), most);
  if (used === undefined || used !== number) {
    const instead = used === undefined ? 'the default' : String(used);
    warn(`Expected a number from ${least} to ${most}, got ${describe(value)}; ${instead} is used (${where})`);
  }
  return used;
}
