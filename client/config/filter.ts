import type { ServerEntry } from '../types.ts';
import { parseBoolish, type Warn } from './boolish.ts';
import { describe, describeKind } from './describe.ts';
import { isMapping, own } from './mapping.ts';

/**
 * Which of a server's tools are offered. `tools` is a mapping with `include` and `exclude` (a name or glob, or a list
 * of them); a bare string (names between commas or blanks) or a list is short for `include`. `include: []` means none.
 * `resources` and `prompts` say whether the utility tools around those come along. What has another form is ignored with
 * a warning.
 */
export function parseFilter(value: unknown, where: string, warn: Warn): ServerEntry['tools'] {
  if (value === undefined || value === null) return { exclude: [] };
  if (typeof value === 'string') return { include: value.split(/[\s,]+/).filter((name) => name !== ''), exclude: [] };
  if (Array.isArray(value)) return { include: names(value, 'tools', where, warn) ?? [], exclude: [] };
  if (!isMapping(value)) {
    warn(`Expected "tools" to be a mapping, a list or a string, got ${describeKind(value)}; it is ignored (${where})`);
    return { exclude: [] };
  }
  const include = names(own(value, 'include'), 'tools.include', where, warn);
  const exclude = names(own(value, 'exclude'), 'tools.exclude', where, warn) ?? [];
  const utilities = (key: string) => parseBoolish(own(value, key), true, `${where}.tools.${key}`, warn);
  return {
    ...(include !== undefined && { include }),
    exclude,
    ...(!utilities('resources') && { resources: false }),
    ...(!utilities('prompts') && { prompts: false }),
  };
}

function names(value: unknown, key: string, where: string, warn: Warn): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) {
    warn(`Expected "${key}" to be a string or a list of strings, got ${describeKind(value)}; it is ignored (${where})`);
    return undefined;
  }
  return value.flatMap((item: unknown, index) => {
    if (typeof item === 'string') return [item];
    if (typeof item === 'number' || typeof item === 'boolean') return [String(item)];
    warn(`Expected "${key}[${index}]" to be a string, got ${describe(item)}; it is ignored (${where})`);
    return [];
  });
}
