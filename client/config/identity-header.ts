import type { HttpTransport } from '../types.ts';
import type { Warn } from './boolish.ts';
import { describe, describeKind } from './describe.ts';
import { isMapping, own } from './mapping.ts';

/**
 * The header that tells a server who is calling: `{name, value}`, or `{name, value_from: profile}` for the name of the
 * active profile. What has another form is ignored with a warning; the value itself is never shown.
 */
export function parseIdentityHeader(value: unknown, where: string, warn: Warn): HttpTransport['identityHeader'] {
  if (value === undefined || value === null) return undefined;
  const ignore = (expected: string, came: string) => {
    warn(`Expected ${expected}, got ${came}; the header is not sent (${where}.identity_header)`);
    return undefined;
  };
  if (!isMapping(value)) return ignore('a mapping with "name" and "value"', describeKind(value));
  const name = own(value, 'name');
  // What HTTP allows in the name and the value of a header (RFC 9110, 5.1 and 5.5).
  if (typeof name !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name.trim())) {
    return ignore('"name" to be the name of a header', describe(name));
  }
  const from = own(value, 'value_from') ?? 'static';
  switch (typeof from === 'string' ? from.trim().toLowerCase() : from) {
    case 'profile':
      return { name: name.trim(), profile: true };
    case 'static': {
      const text = own(value, 'value');
      if (typeof text !== 'string') return ignore('"value" to be a string', describeKind(text));
      if (/^[\t\x20-\x7e\x80-\xff]*\S[\t\x20-\x7e\x80-\xff]*$/.test(text)) return { name: name.trim(), value: text };
      return ignore('"value" to be a text that fits into a header', 'one that does not');
    }
    default:
      return ignore('"value_from" to be static or profile', describe(from));
  }
}
