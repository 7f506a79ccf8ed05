import { basename, dirname } from 'node:path';
import type { HttpTransport } from '../../types.ts';

/**
 * The header by which an entry tells its server who asks: a fixed value, or the name of the active profile. Nothing
 * where the entry has no such key.
 */
export function identityOf({ identityHeader }: HttpTransport, home: string): Record<string, string> {
  if (identityHeader === undefined) return {};
  return { [identityHeader.name]: 'profile' in identityHeader ? profileOf(home) : identityHeader.value };
}

/** A home in a folder `profiles` is that of the profile with its name; any other is that of the default one. */
function profileOf(home: string): string {
  return basename(dirname(home)) === 'profiles' ? basename(home) : 'default';
}
