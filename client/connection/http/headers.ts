import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { ClientInfo } from '../engine.ts';
import { OFFERED_REVISION } from '../eras/handshake/revisions.ts';
import { ConnectionError } from '../errors.ts';

/**
 * The headers of every request to a server: ours, over them the identity of the entry, and over that its own headers, in
 * any casing. The revision stands in for the negotiated one until there is one (the original client's rule). Throws
 * ConnectionError `invalid_entry`.
 */
export function buildHeaders(
  server: string,
  { own, identity }: { own: Record<string, string>; identity: Record<string, string> },
  { name, version }: ClientInfo,
): Record<string, string> {
  const headers: Record<string, string> = {
    'accept-encoding': 'identity',
    'mcp-protocol-version': OFFERED_REVISION,
    'user-agent': `${name}/${version}`.replace(/[^!-~]+/g, '-'),
  };
  for (const [field, value] of [...Object.entries(identity), ...Object.entries(own)]) {
    checkHeader(server, field, value);
    headers[field.toLowerCase()] = value;
  }
  return headers;
}

function checkHeader(server: string, field: string, value: string): void {
  try {
    validateHeaderName(field);
    validateHeaderValue(field, value);
  } catch {
    // The value is not shown, nor what was thrown: it is most likely a secret. It may stand in the name by mistake, too.
    const [name] = field.split(/[:=]/, 1);
    const message = `Expected header "${name}" to have a valid name and a value without line breaks (mcp_servers.${server})`;
    throw new ConnectionError('invalid_entry', message);
  }
}
