import type { ServerEntry } from '../types.ts';
import type { Warn } from './boolish.ts';
import { describe } from './describe.ts';
import { parseHttpTransport } from './http.ts';
import { type Mapping, own } from './mapping.ts';
import { parseStdioTransport } from './stdio.ts';

/** Values of `transport` that say nothing new. */
const names = new Set<unknown>([undefined, 'http', 'streamable-http', 'streamable_http', 'stdio']);

/**
 * How a server is reached: over HTTP where the entry has a `url`, else by its `command`. Of the words of `transport`
 * only `sse`, the transport of revision 2024-11-05, adds anything to that.
 *
 * @throws ConfigError
 */
export function parseTransport(entry: Mapping, where: string, userHome: string, warn: Warn): ServerEntry['transport'] {
  const written = own(entry, 'transport') ?? undefined;
  const name = typeof written === 'string' ? written.trim().toLowerCase() : written;
  const isHttp = hasUrl(entry);
  if (!names.has(name) && !(name === 'sse' && isHttp)) {
    const expected = isHttp ? 'http or sse for a server with "url"' : 'stdio for a server without "url"';
    warn(`Expected "transport" to be ${expected}, got ${describe(written)}; it is ignored (${where})`);
  }
  if (!isHttp) return parseStdioTransport(entry, where, userHome, warn);
  if ((own(entry, 'command') ?? undefined) !== undefined) {
    warn(`Expected "url" or "command", got both; "url" is used (${where})`);
  }
  return parseHttpTransport(entry, name === 'sse', where, userHome, warn);
}

/** Whether an entry is one of a server that is reached over HTTP. */
export function hasUrl(entry: Mapping): boolean {
  return (own(entry, 'url') ?? undefined) !== undefined;
}
