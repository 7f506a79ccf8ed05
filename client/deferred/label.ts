import type { RegisteredTool } from '../types.ts';

/** What the toolset of every server's tools begins with. */
const prefix = 'mcp-';

/** Whether a tool is a server's. */
export function isServerTool({ toolset }: RegisteredTool): boolean {
  return toolset.startsWith(prefix);
}

/** The name under which a tool's source is listed: the server's name, the toolset, or `other` where there is none. */
export function sourceLabel(tool: RegisteredTool): string {
  return (isServerTool(tool) ? tool.toolset.slice(prefix.length) : tool.toolset) || 'other';
}

/** How many tools each source has, sorted by label. */
export function countSources(tools: readonly RegisteredTool[]): [label: string, count: number][] {
  const counts = new Map<string, number>();
  for (const tool of tools) counts.set(sourceLabel(tool), (counts.get(sourceLabel(tool)) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => compare(a, b));
}

/** Orders strings by UTF-16 units: the same everywhere, whatever the locale. */
export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
