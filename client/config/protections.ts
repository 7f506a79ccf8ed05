import { ConfigError } from './error.ts';
import { type Mapping, own } from './mapping.ts';

/**
 * Refuses an entry that asks for a protection which this client does not have yet. Without approvals the calls that the
 * user wants to be asked about would simply be made.
 *
 * @throws ConfigError
 */
export function refuseUnbuiltProtections(entry: Mapping, where: string): void {
  const trust = own(entry, 'trust') ?? 'full';
  // An unknown value means untrusted too (the original client's rule).
  if (typeof trust !== 'string' || trust.trim().toLowerCase() !== 'full') refuse('trust', 'full', where);
  if ((own(entry, 'spend_limit') ?? undefined) !== undefined) refuse('spend_limit', 'absent', where);
}

function refuse(key: string, allowed: string, where: string): never {
  throw new ConfigError(
    'invalid-value',
    `Expected "${key}" to be ${allowed}: this client cannot ask for approvals yet, and will not call such a server without`,
    where,
  );
}
