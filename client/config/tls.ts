import type { TlsSettings } from '../types.ts';
import type { Warn } from './boolish.ts';
import { describe, describeKind } from './describe.ts';
import { ConfigError } from './error.ts';
import { type Mapping, own } from './mapping.ts';
import { requireFile } from './required-file.ts';

/** YAML 1.1's booleans, and so the original client's; to the parser here they are words. */
const words = new Map<unknown, boolean>([
  ['yes', true],
  ['on', true],
  ['no', false],
  ['off', false],
]);

/**
 * `client_cert`, `client_key` and `ssl_verify` of an HTTP server. A wrong value is an error of this server: without the
 * certificate, or with another authority than the one that was named, the connection would not be the one that was meant.
 *
 * @returns undefined when the entry says nothing about TLS
 * @throws ConfigError `invalid-value`
 */
export function parseTls(entry: Mapping, where: string, userHome: string, warn: Warn): TlsSettings | undefined {
  const tls = { ...parseVerify(entry, where, userHome), ...parseClientCertificate(entry, where, userHome, warn) };
  return Object.keys(tls).length === 0 ? undefined : tls;
}

function parseVerify(entry: Mapping, where: string, userHome: string): TlsSettings {
  const value = own(entry, 'ssl_verify') ?? true;
  const verify = typeof value === 'string' ? (words.get(value.trim().toLowerCase()) ?? value) : value;
  if (typeof verify === 'boolean') return verify ? {} : { verify };
  if (typeof verify === 'string') return { ca: requireFile(verify, 'ssl_verify', where, userHome) };
  throw new ConfigError(
    'invalid-value',
    `Expected "ssl_verify" to be true, false or the path of a CA bundle, got ${describe(verify)}`,
    where,
  );
}

function parseClientCertificate(entry: Mapping, where: string, userHome: string, warn: Warn): TlsSettings {
  const cert = own(entry, 'client_cert') ?? undefined;
  const key = own(entry, 'client_key') ?? undefined;
  if (cert === undefined) {
    if (key !== undefined) warn(`Expected "client_cert" beside "client_key", got none; the key is ignored (${where})`);
    return {};
  }
  if (Array.isArray(cert)) {
    if (key === undefined) return parseList(cert, where, userHome);
    throw new ConfigError(
      'invalid-value',
      'Expected the key either in the list "client_cert" or in "client_key", got both',
      where,
    );
  }
  return {
    cert: requireFile(cert, 'client_cert', where, userHome),
    ...(key === undefined ? {} : { key: requireFile(key, 'client_key', where, userHome) }),
  };
}

function parseList(items: readonly unknown[], where: string, userHome: string): TlsSettings {
  const [cert, key, passphrase] = items;
  if (items.length < 2 || items.length > 3) {
    throw new ConfigError(
      'invalid-value',
      `Expected the list "client_cert" to be [certificate, key] or [certificate, key, passphrase], got ${items.length} items`,
      where,
    );
  }
  const files = {
    cert: requireFile(cert, 'client_cert[0]', where, userHome),
    key: requireFile(key, 'client_cert[1]', where, userHome),
  };
  if (items.length === 2) return files;
  if (typeof passphrase === 'string') return { ...files, passphrase };
  const came = describeKind(passphrase);
  throw new ConfigError('invalid-value', `Expected the passphrase "client_cert[2]" to be a string, got ${came}`, where);
}
