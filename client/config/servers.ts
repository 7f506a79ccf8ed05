import type { ServerEntry } from '../types.ts';
import type { EntrySource } from './entry-source.ts';
import { ConfigError } from './error.ts';

/** The servers to connect to, in the order of the file, and those whose entry is invalid. */
export interface Servers {
  entries: ServerEntry[];
  refused: { name: string; error: ConfigError }[];
}

/** The entries that can be used, and those that cannot. One invalid entry never keeps another server away. */
export function resolveAll({ names, resolve }: Pick<EntrySource, 'names' | 'resolve'>): Servers {
  const found: Servers = { entries: [], refused: [] };
  for (const name of names) {
    try {
      const entry = resolve(name);
      if (entry !== undefined) found.entries.push(entry);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      found.refused.push({ name, error });
    }
  }
  return found;
}
