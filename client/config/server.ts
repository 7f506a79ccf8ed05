import type { ServerEntry } from '../types.ts';
import { parseBoolish, type Warn } from './boolish.ts';
import { parseElicitation } from './elicitation.ts';
import { parseFilter } from './filter.ts';
import { parseLifetimes } from './lifetimes.ts';
import { type Mapping, own } from './mapping.ts';
import { longestSeconds, parseClamped } from './numbers.ts';
import { refuseUnbuiltProtections } from './protections.ts';
import { parseProtocol } from './protocol.ts';
import { parseSampling } from './sampling.ts';
import { parseSeconds } from './seconds.ts';
import { parseTransport } from './transport.ts';

/** What a server entry takes from outside itself. */
export interface ServerDefaults {
  userHome: string;
  /** Seconds that a tool call may take when the entry says nothing (`timeouts.mcp.tool_call`). */
  toolCallTimeout: number;
}

/**
 * One entry of `mcp_servers`, after `${…}` was replaced. Values that have a sensible default warn and take it; a
 * transport that cannot be used is an error of this server alone.
 *
 * @throws ConfigError
 */
export function parseServer(name: string, entry: Mapping, defaults: ServerDefaults, warn: Warn): ServerEntry {
  const where = `mcp_servers.${name}`;
  const flag = (key: string) => parseBoolish(own(entry, key), false, `${where}.${key}`, warn);
  const time = (key: string, fallback: number) => parseSeconds(own(entry, key), fallback, `${where}.${key}`, warn);
  refuseUnbuiltProtections(entry, where);
  const transport = parseTransport(entry, where, defaults.userHome, warn);
  const keepalive = own(entry, 'keepalive_interval');
  const range = { least: 5, most: longestSeconds };
  const keepaliveInterval = parseClamped(keepalive, range, `${where}.keepalive_interval`, warn);
  const lifetimes = parseLifetimes(entry, where, warn);
  return {
    name,
    transport,
    protocol: parseProtocol(own(entry, 'protocol'), where, warn),
    timeout: time('timeout', defaults.toolCallTimeout),
    connectTimeout: time('connect_timeout', 60),
    ...(keepaliveInterval !== undefined && { keepaliveInterval }),
    // A remote server lives as long as its owner wants.
    ...(transport.kind === 'stdio' && lifetimes),
    ...(flag('lazy') && { lazy: true }),
    supportsParallelToolCalls: flag('supports_parallel_tool_calls'),
    tools: parseFilter(own(entry, 'tools'), where, warn),
    sampling: parseSampling(entry, where, warn),
    elicitation: parseElicitation(entry, where, warn),
    ...(flag('events') && { events: true }),
  };
}
