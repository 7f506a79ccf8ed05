import { join } from 'node:path';
import type { Log } from '../home/log.ts';
import { readText } from '../home/read-text.ts';
import type { Listing } from '../lifecycle/types.ts';
import { storeFile } from '../results/blocks/store.ts';
import { isObject } from '../tools/json-object.ts';
import type { Json, ServerEntry } from '../types.ts';
import { fingerprint } from './fingerprint.ts';
import { keep, readKept } from './kept.ts';

/** The tools of servers from one run of the client to the next. */
export interface SchemaCache {
  /** What is kept for the entry, if it still holds. */
  read(entry: ServerEntry): Listing | undefined;
  /** Notes a listing for `flush`; it costs nothing here, since a model may be waiting. */
  write(entry: ServerEntry, listing: Listing): void;
  /** Writes what was noted, when that changes the file. Never throws: a cache that cannot be written is none. */
  flush(): void;
}

const fileName = 'mcp_schema_cache.json';
/** More is neither read nor kept, in bytes: for one server (in UTF-16 units), and for all. */
const maxServer = 8 * 1024 * 1024;
const maxFile = 64 * 1024 * 1024;

/**
 * The cache in `<home>/cache/mcp_schema_cache.json`, for the user alone (0600): servers by name. A file that is missing,
 * corrupt or of another form is an empty one. It is replaced as a whole, so that several clients at once can at worst
 * lose an entry to each other, which costs a connection and nothing else.
 *
 * @param now milliseconds since 1970
 */
export function createSchemaCache(home: string, log: Log, now: () => number = Date.now): SchemaCache {
  const path = join(home, 'cache', fileName);
  const noted = new Map<string, { entry: ServerEntry; listing: Listing; at: number }>();
  let known: ReadonlyMap<string, Json> | undefined;

  return {
    read(entry) {
      known ??= load(path);
      return readKept(known.get(entry.name), fingerprint(entry), now());
    },
    write: (entry, listing) => void noted.set(entry.name, { entry, listing, at: now() }),
    flush() {
      if (noted.size === 0) return;
      try {
        const text = renew(load(path), noted.values());
        if (text !== undefined) storeFile(home, '.', fileName, text);
      } catch (error) {
        log('debug', `The list of tools was not kept: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        noted.clear();
        known = undefined;
      }
    },
  };
}

/** The file with the listings that were noted, or undefined when they change nothing. */
function renew(
  servers: ReadonlyMap<string, Json>,
  noted: Iterable<{ entry: ServerEntry; listing: Listing; at: number }>,
): string | undefined {
  // What cannot be written again is no entry of ours.
  const texts = new Map([...servers].map(([name, value]) => [name, write(value)]));
  let changed = false;
  for (const { entry, listing, at } of noted) {
    const kept = keep(fingerprint(entry), listing, entry.tools, at);
    const text = write(kept);
    if (kept.tools.length === 0 || text === undefined || text.length > maxServer) continue;
    if (text === texts.get(entry.name)) continue;
    texts.set(entry.name, text);
    changed = true;
  }
  if (!changed) return undefined;
  const members = [...texts].flatMap(([name, text]) => (text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]));
  return `{${members.join(',')}}\n`;
}

/** The JSON of a value, or undefined where it nests too deep to be written. */
function write(value: Json | undefined): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function load(path: string): Map<string, Json> {
  try {
    const value: unknown = JSON.parse(readText(path, maxFile) ?? '{}');
    return new Map(isObject(value) ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}
