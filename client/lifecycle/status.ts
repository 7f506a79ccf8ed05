import { redact } from '../results/redact.ts';
import type { ServerEntry } from '../types.ts';
import type { ServerStatus } from './types.ts';

/** The servers that a configuration names, in its order. */
export interface Configured {
  readonly names: readonly string[];
  /** Those whose entry is invalid. */
  readonly refused: readonly { name: string; error: Error }[];
}

/** The transport by the name that the configuration has for it. */
export function transportOf({ transport }: Pick<ServerEntry, 'transport'>): 'stdio' | 'http' | 'sse' {
  if (transport.kind === 'stdio') return 'stdio';
  return transport.sse ? 'sse' : 'http';
}

/** The status of every server that is configured: of those that are watched over, and of those that never were. */
export function statusOfAll(
  servers: readonly { name: string; status(): ServerStatus }[],
  configured: Configured = { names: [], refused: [] },
): ServerStatus[] {
  const watched = new Map(servers.map((server) => [server.name, server]));
  const refused = new Map(configured.refused.map(({ name, error }) => [name, error]));
  return [...new Set([...configured.names, ...watched.keys()])].map((name): ServerStatus => {
    const server = watched.get(name);
    const error = refused.get(name);
    if (server !== undefined) return server.status();
    if (error !== undefined) return { name, state: 'failed', tools: 0, reason: redact(error.message) };
    return { name, state: 'disabled', tools: 0 };
  });
}
