import { describe } from './describe.ts';

/** Takes one sentence about something that was ignored or replaced by a default. */
export type Warn = (message: string) => void;

const words = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

/**
 * A switch of the configuration: booleans and numbers by truthiness, the usual words in any case, nothing or null for
 * the default. Anything else warns and gives the default (the original client's rule, YAML 1.1 words included).
 *
 * @param where the dotted path of the key, for the warning
 */
export function parseBoolish(value: unknown, fallback: boolean, where: string, warn: Warn): boolean {
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  const known = typeof value === 'string' ? words.get(value.trim().toLowerCase()) : undefined;
  if (known !== undefined) return known;
  warn(`Expected true, false, yes, no, on, off, 1 or 0, got ${describe(value)}; ${fallback} is used (${where})`);
  return fallback;
}
