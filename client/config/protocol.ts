import type { ServerEntry } from '../types.ts';
import type { Warn } from './boolish.ts';
import { describe } from './describe.ts';

const synonyms = new Map<string, ServerEntry['protocol']>([
  ['auto', 'auto'],
  ['stateless', 'stateless'],
  ['modern', 'stateless'],
  ['2026-07-28', 'stateless'],
  ['legacy', 'legacy'],
  ['handshake', 'legacy'],
]);

/** The key `protocol`, in any case and with its synonyms. Anything else, null included, warns and means auto. */
export function parseProtocol(value: unknown, where: string, warn: Warn): ServerEntry['protocol'] {
  if (value === undefined) return 'auto';
  const known = typeof value === 'string' ? synonyms.get(value.trim().toLowerCase()) : undefined;
  if (known !== undefined) return known;
  warn(`Expected "protocol" to be auto, legacy or stateless, got ${describe(value)}; auto is used (${where})`);
  return 'auto';
}
