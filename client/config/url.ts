import { describeKind } from './describe.ts';
import { ConfigError } from './error.ts';

/**
 * Checks an HTTP address: a string that is not empty, with the scheme http or https (any case) and a host.
 * Messages name a short scheme at most: an address may carry a password or a token, or be one.
 *
 * @param key the key's name, for messages
 * @returns the trimmed address as it was written
 * @throws ConfigError `invalid-value`
 */
export function parseHttpUrl(value: unknown, key: string, where: string): string {
  const refuse = (came: string) =>
    new ConfigError('invalid-value', `Expected "${key}" to be an http or https address, got ${came}`, where);
  if (typeof value !== 'string') throw refuse(describeKind(value));
  const url = value.trim();
  if (url === '') throw refuse('an empty string');
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(url) ?? [];
  if (scheme === undefined) throw refuse('one without a scheme');
  if (!/^https?$/i.test(scheme)) throw refuse(scheme.length > 8 ? 'another scheme' : `the scheme "${scheme}"`);
  // WHATWG parsing would repair `http:///path` into the host `path`.
  if (!/^\/\/[^/?#]/.test(rest)) throw refuse('one without a host');
  if (!URL.canParse(url)) throw refuse('one with an invalid host or port');
  return url;
}
