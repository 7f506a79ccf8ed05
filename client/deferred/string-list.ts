import type { JsonObject } from '../types.ts';

/** How many queries one `tool_search` takes. */
export const maxQueries = 7;
/** How many names one `tool_describe` takes. */
export const maxNames = 10;

export type StringList = { kind: 'list'; values: string[] } | { kind: 'error'; message: string };

/** The queries of a `tool_search`: an array of strings, or one bare string. Blank entries are dropped. */
export function readQueries(args: JsonObject): StringList {
  return atMost(maxQueries, 'queries', readStrings(args, 'queries'));
}

/** The names of a `tool_describe`, in the same form; each counts once. */
export function readNames(args: JsonObject): StringList {
  const list = readStrings(args, 'names');
  return atMost(maxNames, 'names', list.kind === 'error' ? list : { kind: 'list', values: [...new Set(list.values)] });
}

function readStrings(args: JsonObject, key: string): StringList {
  const given = args[key];
  const entries = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === 'string')) {
    return { kind: 'error', message: `"${key}" is needed, as an array of strings` };
  }
  const values = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
  if (values.length === 0)
    return { kind: 'error', message: `"${key}" is needed, with at least one string that is not empty` };
  return { kind: 'list', values };
}

function atMost(most: number, key: string, list: StringList): StringList {
  if (list.kind === 'error' || list.values.length <= most) return list;
  return {
    kind: 'error',
    message: `Expected at most ${most} ${key}, got ${list.values.length}. Send fewer in one call.`,
  };
}
