import { join } from 'node:path';
import { readText, UnreadableFileError } from '../home/read-text.ts';
import type { Warn } from './boolish.ts';
import { describe, describeKind } from './describe.ts';
import { createEntrySource, type EntrySource } from './entry-source.ts';
import { ConfigError } from './error.ts';
import { isMapping, type Mapping, own } from './mapping.ts';
import { type ModelSettings, parseModel } from './model.ts';
import { type OsvCheck, parseOsvCheck } from './osv-check.ts';
import type { ConfigFile } from './section.ts';
import { resolveAll, type Servers } from './servers.ts';
import type { Names } from './substitute.ts';
import { parseYaml } from './yaml.ts';

/** All that this client takes from config.yaml. */
export interface Config {
  model: ModelSettings;
  /** The servers as they are now. */
  servers: Servers;
  /** The servers as they are at any later time. */
  entrySource: EntrySource;
  /** Undefined: packages are not looked up before they run (`mcp.osv_check`). */
  osvCheck: OsvCheck | undefined;
  /** `tools.tool_search` as it is written; the room that defers tools reads it. */
  toolSearch: unknown;
  /** `tool_budget.mcp_result_size_chars`: how long a tool's result may be before it is saved to a file. */
  resultSizeChars: number | undefined;
  /** The name by which servers know this client (`mcp.client_info.name`). */
  clientName: string;
}

/** No configuration that a person writes comes near this size, in bytes; reading more would only cost time and memory. */
const maxBytes = 2 * 1024 * 1024;

export interface LoadOptions {
  /** What `${…}` stands for. */
  names: Names;
  /** The same at a later time, when the servers are read again. */
  rereadNames?: () => Names;
  /** The model's id from the command line. */
  model?: string;
  /** Is told what is ignored. */
  warn: Warn;
}

/**
 * Reads `<home>/config.yaml`.
 *
 * @throws ConfigError when the file is unreadable or no YAML, or the model's section is invalid
 */
export function loadConfig(home: string, { names, rereadNames = () => names, model, warn }: LoadOptions): Config {
  const path = join(home, 'config.yaml');
  const file = readConfigFile(path, names);
  const { config } = file;
  const entrySource = createEntrySource(file, warn, () => readConfigFile(path, rereadNames()));
  return {
    model: parseModel(own(config, 'model'), names, model),
    servers: resolveAll(entrySource),
    entrySource,
    osvCheck: parseOsvCheck(config, names.environment, warn),
    toolSearch: below(config, 'tools', 'tool_search'),
    resultSizeChars: parseResultSize(config, warn),
    clientName: parseClientName(config, warn),
  };
}

function readConfigFile(path: string, names: Names): ConfigFile {
  const yaml = parseYaml(readConfigText(path), 'config.yaml');
  const config = yaml.value ?? {};
  if (!isMapping(config)) {
    throw new ConfigError('invalid-value', `Expected a mapping at the top, got ${describeKind(config)}`, 'config.yaml');
  }
  return { config, order: yaml.keysOf('mcp_servers'), names };
}

function readConfigText(path: string): string {
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
