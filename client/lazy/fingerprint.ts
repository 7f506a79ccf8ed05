import { createHash } from 'node:crypto';
import { transportOf } from '../lifecycle/status.ts';
import type { ServerEntry } from '../types.ts';

/**
 * What tells whether a kept list of tools is still that of an entry: the first 16 hex digits of SHA-256 over what starts
 * or reaches the server and what filters its tools, as compact JSON with sorted keys. Headers and environment are not
 * part of it (the original client's rule): a new token does not make another server.
 */
export function fingerprint(entry: Pick<ServerEntry, 'transport' | 'tools'>): string {
  const { transport, tools } = entry;
  const stdio = transport.kind === 'stdio' ? transport : undefined;
  const identity = {
    args: stdio?.args ?? [],
    command: stdio?.command ?? null,
    tools_exclude: tools.exclude.toSorted(),
    tools_include: tools.include?.toSorted() ?? null,
    transport: transportOf(entry),
    url: transport.kind === 'http' ? transport.url : null,
  };
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16);
}
