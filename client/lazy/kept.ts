import type { Listing } from '../lifecycle/types.ts';
import { selectTools, type ToolFilter } from '../tools/filter.ts';
import { isObject } from '../tools/json-object.ts';
import { isReadOnly } from '../tools/read-only.ts';
import type { Json, JsonObject, ListedTool } from '../types.ts';

/** What is kept of one server. A type, so that it counts as JSON. */
export type KeptServer = {
  fingerprint: string;
  tools: JsonObject[];
  /** Tools around resources and prompts: the member is the original client's, and holds nothing yet. */
  utility_tools: Json[];
  /** How long the list holds, in milliseconds from `written_at`, in seconds since 1970; absent: until it is replaced. */
  ttl_ms?: number;
  written_at?: number;
  cache_scope?: string;
};

/** A listing in the form in which it is kept: what passes the filter, and of a tool what its registration needs. */
export function keep(fingerprint: string, { tools, hints }: Listing, filter: ToolFilter, now: number): KeptServer {
  const { ttlMs, cacheScope } = hints;
  return {
    fingerprint,
    tools: selectTools(tools, filter).map(reduce),
    utility_tools: [],
    ...(ttlMs !== undefined && { ttl_ms: ttlMs, written_at: Math.floor(now / 1000) }),
    ...(cacheScope !== undefined && { cache_scope: cacheScope }),
  };
}

function reduce(tool: ListedTool): JsonObject {
  const { name, description, inputSchema } = tool;
  return {
    name,
    ...(description !== undefined && { description }),
    ...(inputSchema !== undefined && { inputSchema }),
    annotations: { readOnlyHint: isReadOnly(tool) },
  };
}

/**
 * The listing that was kept for this fingerprint, or undefined when there is none, it is over its time, or the value has
 * another form. Its tools are as little trusted as those of a server.
 *
 * @param now milliseconds since 1970
 */
export function readKept(value: unknown, fingerprint: string, now: number): Listing | undefined {
  if (!isObject(value) || value.fingerprint !== fingerprint || !holds(value, now)) return undefined;
  const { tools } = value;
  if (!Array.isArray(tools)) return undefined;
  const named = tools.filter((tool): tool is ListedTool => isObject(tool) && typeof tool.name === 'string');
  return named.length === 0 ? undefined : { tools: named, capabilities: { tools: {} }, hints: {} };
}

function holds({ ttl_ms, written_at }: JsonObject, now: number): boolean {
  if (ttl_ms === undefined) return true;
  if (typeof ttl_ms !== 'number' || typeof written_at !== 'number') return false;
  const age = now - written_at * 1000;
  // A list from the future was written before the clock was set back.
  return age >= 0 && age < ttl_ms;
}
