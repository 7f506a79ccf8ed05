import { ConnectionError } from '../errors.ts';

/**
 * The address for messages that the event `endpoint` names, relative to the entry's own. Another origin (scheme, host,
 * port) is refused: the entry's headers would go there. Throws ConnectionError `unexpected_content`.
 */
export function readEndpoint(server: string, base: URL, text: string): URL {
  const address = text.trim();
  const endpoint = URL.canParse(address, base.href) ? new URL(address, base) : undefined;
  if (endpoint === undefined || endpoint.origin !== base.origin) {
    // Of the address only the origin: paths and queries may hold keys.
    const got = endpoint === undefined ? 'no address' : endpoint.origin;
    const message = `Expected the endpoint for messages of MCP server "${server}" to be at ${base.origin}, got ${got}`;
    throw new ConnectionError('unexpected_content', message);
  }
  endpoint.username = base.username;
  endpoint.password = base.password;
  return endpoint;
}
