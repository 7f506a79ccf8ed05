import type { HttpTransport } from '../types.ts';
import type { Warn } from './boolish.ts';
import { describeKind } from './describe.ts';
import { ConfigError } from './error.ts';
import { parseIdentityHeader } from './identity-header.ts';
import { isMapping, type Mapping, own } from './mapping.ts';
import { parseStrings } from './strings.ts';
import { parseTls } from './tls.ts';
import { isTruthy } from './truthy.ts';
import { parseHttpUrl } from './url.ts';

/**
 * How a server with a `url` is reached.
 *
 * @param sse whether the entry asks for the transport of revision 2024-11-05
 * @throws ConfigError
 */
export function parseHttpTransport(
  entry: Mapping,
  sse: boolean,
  where: string,
  userHome: string,
  warn: Warn,
): HttpTransport {
  const strict = isTruthy(own(entry, 'strict_redirect_headers'));
  if (sse && strict) {
    throw new ConfigError(
      'invalid-value',
      'Expected no "strict_redirect_headers" beside "transport: sse", got both: that transport cannot keep the promise',
      where,
    );
  }
  const tls = parseTls(entry, where, userHome, warn);
  const identityHeader = parseIdentityHeader(own(entry, 'identity_header'), where, warn);
  return {
    kind: 'http',
    url: parseHttpUrl(own(entry, 'url'), 'url', where),
    headers: parseStrings(own(entry, 'headers'), 'headers', where),
    ...(sse && { sse: true }),
    ...(tls !== undefined && { tls }),
    ...(strict && { strictRedirectHeaders: true }),
    ...(identityHeader !== undefined && { identityHeader }),
    ...(isTruthy(own(entry, 'skip_preflight')) && { skipPreflight: true }),
    ...parseAuth(entry, where, warn),
  };
}

function parseAuth(entry: Mapping, where: string, warn: Warn): Pick<HttpTransport, 'auth' | 'oauth'> {
  const value = own(entry, 'auth') ?? '';
  const auth = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (auth !== '' && auth !== 'oauth') {
    // Not shown: a token may stand here by mistake.
    const came = typeof auth === 'string' ? 'something else' : describeKind(auth);
    warn(`Expected "auth" to be oauth, got ${came}; it is ignored (${where})`);
  }
  const oauth = own(entry, 'oauth') ?? undefined;
  if (oauth !== undefined && !isMapping(oauth)) {
    warn(`Expected "oauth" to be a mapping, got ${describeKind(oauth)}; it is ignored (${where})`);
  }
  return { ...(auth === 'oauth' && { auth }), ...(isMapping(oauth) && { oauth }) };
}
