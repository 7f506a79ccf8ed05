import type { ServerEntry } from '../types.ts';
import type { Warn } from './boolish.ts';
import { describe, describeKind } from './describe.ts';
import { isMapping, type Mapping, own } from './mapping.ts';
import { longestSeconds, readNumber } from './numbers.ts';

/**
 * `idle_timeout_seconds` and `max_lifetime_seconds`, written in the entry or below its `lifecycle`; the entry wins.
 * 0 means never. What is no such time is ignored with a warning.
 */
export function parseLifetimes(
  entry: Mapping,
  where: string,
  warn: Warn,
): Pick<ServerEntry, 'idleTimeout' | 'maxLifetime'> {
  const lifecycle = own(entry, 'lifecycle') ?? {};
  if (!isMapping(lifecycle)) {
    warn(`Expected "lifecycle" to be a mapping, got ${describeKind(lifecycle)}; it is ignored (${where})`);
  }
  const time = (key: string): number | undefined => {
    const above = own(entry, key) ?? undefined;
    const value = above ?? (isMapping(lifecycle) ? own(lifecycle, key) : undefined) ?? 0;
    const seconds = readNumber(value);
    if (seconds !== undefined && seconds >= 0 && seconds <= longestSeconds) return seconds === 0 ? undefined : seconds;
    const path = above === undefined ? `${where}.lifecycle.${key}` : `${where}.${key}`;
    warn(
      `Expected a number of seconds from 0 (never) to ${longestSeconds}, got ${describe(value)}; it is ignored (${path})`,
    );
    return undefined;
  };
  const idleTimeout = time('idle_timeout_seconds');
  const maxLifetime = time('max_lifetime_seconds');
  return { ...(idleTimeout !== undefined && { idleTimeout }), ...(maxLifetime !== undefined && { maxLifetime }) };
}
