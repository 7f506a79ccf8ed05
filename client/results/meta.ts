import type { JsonObject } from '../types.ts';

const RESERVED = ['mcp', 'modelcontextprotocol'];

/**
 * The members of a result's `_meta` that belong to the application: those that the protocol keeps for itself are left
 * out. `undefined` when nothing is left. A key is reserved by its prefix (what stands before the first `/`) when either
 * generation of the specification says so (basic, `_meta`):
 * - to 2025-06-18, when a label `mcp` or `modelcontextprotocol` is followed by another label (`tools.mcp.com/`);
 * - since 2025-11-25, when the second label is one of them (`io.modelcontextprotocol/`).
 */
export function applicationMeta(meta: JsonObject | undefined): JsonObject | undefined {
  const kept = Object.entries(meta ?? {}).filter(([key]) => !isReserved(key));
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function isReserved(key: string): boolean {
  const slash = key.indexOf('/');
  if (slash < 0) return false;
  const labels = key.slice(0, slash).split('.');
  const last = labels.length - 1;
  return labels.some((label, index) => RESERVED.includes(label) && (index === 1 || index < last));
}
