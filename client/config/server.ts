import type { ServerEntry } from '../types.ts';
import { parseBoolish, type Warn } from './boolish.ts';
import { parseFilter } from './filter.ts';
import { isMapping, type Mapping, own } from './mapping.ts';
import { refuseUnbuiltProtections } from './protections.ts';
import { parseProtocol } from './protocol.ts';
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
  refuseUnbuiltProtections(entry, where);
  const time = (key: string, fallback: number) => parseSeconds(own(entry, key), fallback, `${where}.${key}`, warn);
  return {
    name,
    transport: parseTransport(entry, where, defaults.userHome, warn),
    protocol: parseProtocol(own(entry, 'protocol'), where, warn),
    timeout: time('timeout', defaults.toolCallTimeout),
    connectTimeout: time('connect_timeout', 60),
    supportsParallelToolCalls: flag('supports_parallel_tool_calls'),
    tools: parseFilter(own(entry, 'tools'), where, warn),
    sampling: {
      enabled: featureFlag(entry, 'sampling', 'enabled', true, where, warn),
      exposeClientTools: featureFlag(entry, 'sampling', 'expose_client_tools', false, where, warn),
    },
    elicitation: { enabled: featureFlag(entry, 'elicitation', 'enabled', true, where, warn) },
  };
}

/**
 * A switch inside the mapping `feature`. A bare `sampling: false` is taken as `{enabled: false}`: falling back to the
 * default would open to the server what its owner closed.
 */
function featureFlag(
  entry: Mapping,
  feature: string,
  key: string,
  fallback: boolean,
  where: string,
  warn: Warn,
): boolean {
  const value = own(entry, feature);
  const given = isMapping(value) ? own(value, key) : key === 'enabled' ? value : undefined;
  return parseBoolish(given, fallback, isMapping(value) ? `${where}.${feature}.${key}` : `${where}.${feature}`, warn);
}
