import type { ServerEntry } from '../types.ts';
import { parseBoolish, type Warn } from './boolish.ts';
import { describeKind } from './describe.ts';
import { ConfigError } from './error.ts';
import { warnOfUnknownKeys } from './known-keys.ts';
import { isMapping, type Mapping, own } from './mapping.ts';
import { parseSeconds } from './seconds.ts';
import { parseServer } from './server.ts';
import { type Names, substitute } from './substitute.ts';
import { warnOfHiddenWhitespace } from './whitespace.ts';

/** The servers to connect to, in the order of the file, and those whose entry is invalid. */
export interface Servers {
  entries: ServerEntry[];
  refused: { name: string; error: ConfigError }[];
}

/**
 * Reads `mcp_servers` and the switches around it: `mcp.client` (off: no server at all), `mcp.stdio_servers` (off: HTTP
 * servers only), `timeouts.mcp.tool_call`, and HERMES_SAFE_MODE of the environment (on: no server at all). A disabled
 * entry is not looked at any further. One invalid entry never keeps another server away.
 *
 * @param order the names of the servers in the order of the file; those that it leaves out come last
 */
export function parseServers(config: Mapping, names: Names, warn: Warn, order: readonly string[] = []): Servers {
  const servers = own(config, 'mcp_servers') ?? {};
  const none: Servers = { entries: [], refused: [] };
  if (!isMapping(servers)) {
    warn(`Expected "mcp_servers" to be a mapping, got ${describeKind(servers)}; no server is used (config.yaml)`);
    return none;
  }
  const switches = section(config, 'mcp');
  if (!parseBoolish(own(switches, 'client'), true, 'mcp.client', warn)) return none;
  // A word that is not known still asks for safety.
  const safeMode = names.environment['HERMES_SAFE_MODE']?.trim() ?? '';
  if (safeMode !== '' && parseBoolish(safeMode, true, 'HERMES_SAFE_MODE', warn)) return none;
  const stdio = parseBoolish(own(switches, 'stdio_servers'), true, 'mcp.stdio_servers', warn);
  const timeout = own(section(section(config, 'timeouts'), 'mcp'), 'tool_call');
  const toolCallTimeout = parseSeconds(timeout, 300, 'timeouts.mcp.tool_call', warn);

  const found: Servers = { entries: [], refused: [] };
  for (const name of new Set([...order, ...Object.keys(servers)])) {
    if (!Object.hasOwn(servers, name)) continue;
    try {
      const entry = parseEntry(name, own(servers, name), { userHome: names.userHome, toolCallTimeout }, names, warn);
      if (entry !== undefined && (stdio || entry.transport.kind !== 'stdio')) found.entries.push(entry);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      found.refused.push({ name, error });
    }
  }
  return found;
}

function parseEntry(
  name: string,
  raw: unknown,
  defaults: { userHome: string; toolCallTimeout: number },
  names: Names,
  warn: Warn,
): ServerEntry | undefined {
  const where = `mcp_servers.${name}`;
  if (!isMapping(raw)) {
    throw new ConfigError('invalid-value', `Expected a mapping, got ${describeKind(raw)}`, where);
  }
  const entry = substitute(raw, names);
  if (!isMapping(entry) || !parseBoolish(own(entry, 'enabled'), true, `${where}.enabled`, warn)) return undefined;
  warnOfUnknownKeys(entry, where, warn);
  warnOfHiddenWhitespace(entry, where, warn);
  return parseServer(name, entry, defaults, warn);
}

function section(config: Mapping, key: string): Mapping {
  const value = own(config, key);
  return isMapping(value) ? value : {};
}
