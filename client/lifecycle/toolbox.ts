import { isDeepStrictEqual } from 'node:util';
import type { RegisteredTool } from '../types.ts';
import type { Listing } from './types.ts';

/** The tools of one server as they are offered, which change with what it lists. */
export interface Toolbox {
  tools(): readonly RegisteredTool[];
  listing(): Listing | undefined;
  /** Takes a new listing over. What is the same as before keeps its tools. Answers with the names that it changes. */
  fill(listing: Listing): { added: string[]; removed: string[] };
  /** Takes all tools back. */
  empty(): void;
  /** Answers with the way to stop the listening. */
  onChanged(listener: () => void): () => void;
}

/**
 * An empty one.
 *
 * @param register makes tools of a listing
 */
export function createToolbox(register: (listing: Listing) => readonly RegisteredTool[]): Toolbox {
  const listeners = new Set<() => void>();
  let listing: Listing | undefined;
  let tools: readonly RegisteredTool[] = [];

  function put(next: Listing | undefined, registered: readonly RegisteredTool[]): void {
    const same = tools.length === 0 && registered.length === 0;
    listing = next;
    tools = registered;
    if (!same) for (const listener of listeners) listener();
  }

  return {
    tools: () => tools,
    listing: () => listing,
    fill(next) {
      const before = namesOf(listing);
      const after = namesOf(next);
      // The tools themselves stay as well: a schema that was compiled is known by its object.
      if (!isSame(listing, next)) put(next, register(next));
      return {
        added: [...after].filter((name) => !before.has(name)),
        removed: [...before].filter((name) => !after.has(name)),
      };
    },
    empty: () => put(undefined, []),
    onChanged(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function isSame(before: Listing | undefined, after: Listing): boolean {
  try {
    return isDeepStrictEqual([before?.tools, before?.capabilities], [after.tools, after.capabilities]);
  } catch {
    // They nest too deep to be compared, which must not cost the connection.
    return false;
  }
}

function namesOf(listing: Listing | undefined): Set<string> {
  return new Set(listing?.tools.map(({ name }) => name));
}
