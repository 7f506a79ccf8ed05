import { HomeError } from '../home/error.ts';
import type { ServerEntry } from '../types.ts';
import type { Warn } from './boolish.ts';
import { resolveEntry } from './entry.ts';
import { ConfigError } from './error.ts';
import { type ConfigFile, readSection } from './section.ts';
import { resolveAll, type Servers } from './servers.ts';

/** The servers of the configuration. An entry is read when it is asked for, with the `${…}` of that moment. */
export interface EntrySource {
  /** Every server, also one that is disabled or refused, in the order of the file. */
  readonly names: readonly string[];
  /** Those whose entry is invalid. */
  readonly refused: Servers['refused'];
  /**
   * The entry of a server; undefined when it is disabled or not there.
   *
   * @throws ConfigError when it is invalid
   */
  resolve(name: string): ServerEntry | undefined;
  /** Reads the configuration again; one that cannot be read changes nothing, with a warning. */
  reload(): void;
}

/**
 * The servers of `file`.
 *
 * @param warn is told everything once, however often an entry is read
 * @param reread reads the file again
 */
export function createEntrySource(file: ConfigFile, warn: Warn, reread: () => ConfigFile = () => file): EntrySource {
  const told = new Set<string>();
  const tell = (message: string): void => {
    if (told.has(message)) return;
    told.add(message);
    warn(message);
  };
  let section = readSection(file, tell);
  return {
    get names() {
      return [...section.servers.keys()];
    },
    get refused() {
      return resolveAll(this).refused;
    },
    resolve: (name) => resolveEntry(name, section, tell),
    reload() {
      try {
        section = readSection(reread(), tell);
      } catch (error) {
        if (!(error instanceof ConfigError || error instanceof HomeError)) throw error;
        tell(`The configuration could not be read again and stays as it was: ${error.message}`);
      }
    },
  };
}
