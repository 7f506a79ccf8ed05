import type { HttpTransport, ServerEntry, StdioTransport } from '../types.ts';
import { proxyAddresses } from './http/proxy/address.ts';
import { addressCredentials, addressSecrets, opaque, secretName, valueSecrets } from './secret-values.ts';

/** `--name` and `-n` without a value: the next argument is it. */
const flag = /^--?[^=\s]+$/;
/** `name=value`, and a header on a command line. */
const assignment = /^([^=:\s]+)[=:]\s*(\S[^]*)$/;

/**
 * What nobody may repeat of an entry: what it gives its server or shows to a peer on the way there, wherever that stands
 * in it, and what its `${…}` stood for.
 *
 * @param environment where proxies are named
 */
export function secretsOf(transport: ServerEntry['transport'], environment: NodeJS.ProcessEnv): string[] {
  const written = transport.kind === 'stdio' ? stdioSecrets(transport) : httpSecrets(transport, environment);
  return [...written, ...(transport.secrets ?? [])];
}

function stdioSecrets({ env, args }: StdioTransport): string[] {
  return [...Object.values(env).flatMap(valueSecrets), ...args.flatMap(argumentSecrets)];
}

function argumentSecrets(argument: string, index: number, all: readonly string[]): string[] {
  const before = all[index - 1] ?? '';
  if (flag.test(before) && secretName.test(before)) return valueSecrets(argument);
  const [, name = '', value = ''] = assignment.exec(argument) ?? [];
  if (secretName.test(name)) return valueSecrets(value);
  // Behind `--url=` stands an address as well.
  const addresses = [argument, value].flatMap(addressSecrets);
  return opaque.test(argument) ? [argument, ...addresses] : addresses;
}

function httpSecrets(
  { url, headers, identityHeader, tls, oauth }: HttpTransport,
  environment: NodeJS.ProcessEnv,
): string[] {
  const identity = identityHeader !== undefined && 'value' in identityHeader ? [identityHeader.value] : [];
  const cookies = Object.entries(headers).flatMap(([name, value]) =>
    name.toLowerCase() === 'cookie' ? value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1)) : [],
  );
  const clientSecret = oauth?.['client_secret'];
  return [
    ...[...Object.values(headers), ...identity].flatMap(valueSecrets),
    ...cookies,
    ...addressSecrets(url),
    ...(tls?.passphrase === undefined ? [] : [tls.passphrase]),
    ...(typeof clientSecret === 'string' || typeof clientSecret === 'number' ? [String(clientSecret)] : []),
    ...proxyAddresses(environment).flatMap(addressCredentials),
  ];
}
