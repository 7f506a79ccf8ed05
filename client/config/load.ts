import { join } from 'node:path';
import { readText, UnreadableFileError } from '../home/read-text.ts';
import type { Warn } from './boolish.ts';
import { describe, describeKind } from './describe.ts';
import { ConfigError } from './error.ts';
import { isMapping, type Mapping, own } from './mapping.ts';
import { type ModelSettings, parseModel } from './model.ts';
import { parseServers, type Servers } from './servers.ts';
import type { Names } from './substitute.ts';
import { parseYaml } from './yaml.ts';

/** All that this client takes from config.yaml. */
export interface Config {
  model: ModelSettings;
  servers: Servers;
  /** `tools.tool_search` as it is written; the room that defers tools reads it. */
  toolSearch: unknown;
  /** `tool_budget.mcp_result_size_chars`: how long a tool's result may be before it is saved to a file. */
  resultSizeChars: number | undefined;
  /** The name by which servers know this client (`mcp.client_info.name`). */
  clientName: string;
}

/** No configuration that a person writes comes near this size, in bytes; reading more would only cost time and memory. */
const maxBytes = 2 * 1024 * 1024;

/**
 * Reads `<home>/config.yaml`.
 *
 * @param options `names` for `${…}`, `model` from the command line, `warn` for what is ignored
 * @throws ConfigError when the file is unreadable or no YAML, or the model's section is invalid
 */
export function loadConfig(home: string, options: { names: Names; model?: string; warn: Warn }): Config {
  const yaml = parseYaml(readConfigFile(join(home, 'config.yaml')), 'config.yaml');
  const file = yaml.value ?? {};
  if (!isMapping(file)) {
    throw new ConfigError('invalid-value', `Expected a mapping at the top, got ${describeKind(file)}`, 'config.yaml');
  }
  return {
    model: parseModel(own(file, 'model'), options.names, options.model),
    servers: parseServers(file, options.names, options.warn, yaml.keysOf('mcp_servers')),
    toolSearch: below(file, 'tools', 'tool_search'),
    resultSizeChars: parseResultSize(file, options.warn),
    clientName: parseClientName(file, options.warn),
  };
}

function readConfigFile(path: string): string {
  try {
    return readText(path, maxBytes) ?? '';
  } catch (cause) {
    if (!(cause instanceof UnreadableFileError)) throw cause;
    throw new ConfigError('unreadable', `Cannot read the configuration (${cause.message})`, path, { cause });
  }
}

function parseResultSize(file: Mapping, warn: Warn): number | undefined {
  const value = below(file, 'tool_budget', 'mcp_result_size_chars') ?? undefined;
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value > 0)) return value;
  warn(
    `Expected "mcp_result_size_chars" to be a whole number above 0, got ${describe(value)}; the default is used (tool_budget)`,
  );
  return undefined;
}

function parseClientName(file: Mapping, warn: Warn): string {
  const value = below(below(file, 'mcp', 'client_info'), 'name') ?? undefined;
  if (value === undefined) return 'hermes-agent';
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  warn(`Expected "name" to be a name, got ${describe(value)}; hermes-agent is used (mcp.client_info)`);
  return 'hermes-agent';
}

function below(value: unknown, ...keys: string[]): unknown {
  return keys.reduce((found, key) => (isMapping(found) ? own(found, key) : undefined), value);
}
