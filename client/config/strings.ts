import { describeKey, describeKind } from './describe.ts';
import { ConfigError } from './error.ts';
import { isMapping } from './mapping.ts';

/**
 * A mapping of names to strings, for `env` and `headers`; numbers and booleans become their text. Messages never show a
 * value: these keys hold secrets.
 *
 * @param key the key's name, for messages
 * @throws ConfigError `invalid-value`
 */
export function parseStrings(value: unknown, key: string, where: string): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (!isMapping(value)) {
    throw new ConfigError('invalid-value', `Expected "${key}" to be a mapping, got ${describeKind(value)}`, where);
  }
  const entries = Object.entries(value).map(([name, item]): [string, string] => {
    if (typeof item === 'string') return [name, item];
    if (typeof item === 'number' || typeof item === 'boolean') return [name, String(item)];
    const came = describeKind(item);
    throw new ConfigError(
      'invalid-value',
      `Expected "${key}.${describeKey(name)}" to be a string, number or boolean, got ${came}`,
      where,
    );
  });
  return Object.fromEntries(entries);
}
