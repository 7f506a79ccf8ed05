import type { ServerEntry } from '../types.ts';
import type { Warn } from './boolish.ts';
import { openFeature } from './feature.ts';
import type { Mapping } from './mapping.ts';
import { longestSeconds, parseClamped } from './numbers.ts';

/** The `elicitation` of an entry: whether its server may ask the user, and how long it waits for the answer. */
export function parseElicitation(entry: Mapping, where: string, warn: Warn): ServerEntry['elicitation'] {
  const { enabled, get } = openFeature(entry, 'elicitation', where, warn);
  const { value, path } = get('timeout');
  const timeout = parseClamped(value, { least: 1, most: longestSeconds }, path, warn);
  return { enabled, ...(timeout !== undefined && { timeout }) };
}
