import { describe, describeKind } from './describe.ts';
import { ConfigError } from './error.ts';
import { parsePythonList } from './python-list.ts';
import { shellSplit } from './shell-split.ts';

/**
 * The arguments of a stdio command, in every form that the original client takes: a list; a string that holds a JSON or
 * Python list; any other string, split as a shell would; one scalar. Booleans are spelt as Python does (`True`).
 * Messages never show an argument: it may hold a secret.
 *
 * @param where the server's path, `mcp_servers.<name>`
 * @throws ConfigError `invalid-value`
 */
export function parseArgs(value: unknown, where: string): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'string')
    return (Array.isArray(value) ? value : [value]).map((item, index) => text(item, index, where));
  const trimmed = value.trim();
  if (trimmed.startsWith('[') || trimmed.startsWith('{')) {
    return decodeList(trimmed, where).map((item, index) => text(item, index, where));
  }
  const words = shellSplit(value);
  if (words !== undefined) return words;
  throw new ConfigError(
    'invalid-value',
    'Expected the string "args" to close every quote and to not end with a backslash',
    where,
  );
}

function decodeList(source: string, where: string): unknown[] {
  let decoded: unknown;
  try {
    decoded = JSON.parse(source);
  } catch {
    decoded = parsePythonList(source);
  }
  if (Array.isArray(decoded)) return decoded;
  const came = decoded === undefined ? 'something that is neither' : describeKind(decoded);
  throw new ConfigError(
    'invalid-value',
    `Expected the string "args" to hold a JSON or Python list, got ${came}`,
    where,
  );
}

function text(item: unknown, index: number, where: string): string {
  if (typeof item === 'string') return item;
  if (typeof item === 'boolean') return item ? 'True' : 'False';
  if (typeof item === 'number') return String(item);
  throw new ConfigError(
    'invalid-value',
    `Expected "args[${index}]" to be a string, number or boolean, got ${describe(item)}`,
    where,
  );
}
