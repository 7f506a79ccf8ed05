import type { Warn } from './boolish.ts';
import { describeKind } from './describe.ts';
import { isMapping, type Mapping, own } from './mapping.ts';
import type { Names } from './substitute.ts';
import { parseSwitches, type Switches } from './switches.ts';

/** A configuration file, and what its `${…}` mean. */
export interface ConfigFile {
  config: Mapping;
  /** The names of the servers in the order of the file; those that it leaves out come last. */
  order: readonly string[];
  names: Names;
}

/** `mcp_servers` as it is written, and what is said about all servers at once. */
export interface Section {
  servers: ReadonlyMap<string, unknown>;
  switches: Switches;
  names: Names;
}

/** Takes the servers out of a configuration. None are left in safe mode, or when `mcp_servers` is no mapping. */
export function readSection({ config, order, names }: ConfigFile, warn: Warn): Section {
  const written = own(config, 'mcp_servers') ?? {};
  const switches = parseSwitches(config, names.environment, warn);
  if (!isMapping(written)) {
    warn(`Expected "mcp_servers" to be a mapping, got ${describeKind(written)}; no server is used (config.yaml)`);
  }
  const mapping = isMapping(written) && !switches.safeMode ? written : {};
  const known = [...order, ...Object.keys(mapping)].filter((name) => Object.hasOwn(mapping, name));
  return { servers: new Map(known.map((name) => [name, own(mapping, name)])), switches, names };
}
