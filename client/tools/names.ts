import { createHash } from 'node:crypto';

/** What model providers accept as the length of a function name. */
const longest = 64;

/** `mcp__<server>__<tool>` at its full length, with `_` for every character outside `[A-Za-z0-9_]`. */
export function fullName(server: string, tool: string): string {
  return `mcp__${sanitise(server)}__${sanitise(tool)}`;
}

/**
 * The name under which the model knows a server's tool, at most 64 characters of `[A-Za-z0-9_]`. A longer full name
 * keeps its first 55 characters, `_` and 8 hex digits of its SHA-256, so that names with a common beginning stay apart
 * (the original client's rule; the server is always called by the tool's own name).
 */
export function registeredName(server: string, tool: string): string {
  const full = fullName(server, tool);
  if (full.length <= longest) return full;
  return `${full.slice(0, 55)}_${createHash('sha256').update(full).digest('hex').slice(0, 8)}`;
}

function sanitise(component: string): string {
  // With the u flag an emoji is one character and becomes one underscore.
  return component.replace(/[^A-Za-z0-9_]/gu, '_');
}
