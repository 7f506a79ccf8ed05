import { isGlob, matchesGlob } from './glob.ts';

/** A server's `tools.include` and `tools.exclude`: exact tool names, or globs. */
export interface ToolFilter {
  include?: readonly string[];
  exclude: readonly string[];
}

/**
 * The tools that a server's filter lets through, in their order. Entries are held against the names that the server
 * itself uses. A given `include` decides alone (`[]` lets nothing through); otherwise all that `exclude` does not name
 * (the original client's rule).
 */
export function selectTools<Tool extends { name: string }>(tools: readonly Tool[], filter: ToolFilter): Tool[] {
  const { include, exclude } = filter;
  if (include !== undefined) return tools.filter(({ name }) => names(include, name));
  return tools.filter(({ name }) => !names(exclude, name));
}

function names(entries: readonly string[], name: string): boolean {
  return entries.some((entry) => (isGlob(entry) ? matchesGlob(entry, name) : entry === name));
}
