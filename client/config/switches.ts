import type { Environment } from '../home/resolve.ts';
import { parseBoolish, type Warn } from './boolish.ts';
import { isMapping, type Mapping, own } from './mapping.ts';
import { parseSeconds } from './seconds.ts';

/** What the configuration says about all servers at once. */
export interface Switches {
  /** HERMES_SAFE_MODE: there are no servers at all. */
  safeMode: boolean;
  /** Off: every server counts as disabled. */
  client: boolean;
  /** Off: servers with a `command` count as disabled. */
  stdio: boolean;
  /** Seconds that a call may take where the entry says nothing. */
  toolCallTimeout: number;
}

/** Reads `mcp.client`, `mcp.stdio_servers`, `timeouts.mcp.tool_call`, and HERMES_SAFE_MODE of the environment. */
export function parseSwitches(config: Mapping, environment: Environment, warn: Warn): Switches {
  const mcp = sectionOf(config, 'mcp');
  const flag = (key: string) => parseBoolish(own(mcp, key), true, `mcp.${key}`, warn);
  // A word that is not known still asks for safety.
  const safeMode = environment['HERMES_SAFE_MODE']?.trim() ?? '';
  const timeout = own(sectionOf(sectionOf(config, 'timeouts'), 'mcp'), 'tool_call');
  return {
    safeMode: safeMode !== '' && parseBoolish(safeMode, true, 'HERMES_SAFE_MODE', warn),
    client: flag('client'),
    stdio: flag('stdio_servers'),
    toolCallTimeout: parseSeconds(timeout, 300, 'timeouts.mcp.tool_call', warn),
  };
}

/** The mapping under `key`, or an empty one. */
export function sectionOf(config: Mapping, key: string): Mapping {
  const value = own(config, key);
  return isMapping(value) ? value : {};
}
