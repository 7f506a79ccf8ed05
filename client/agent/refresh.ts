import { limitLog } from '../connection/log.ts';
import { createMask } from '../connection/secrets.ts';
import { oneLine } from '../connection/text.ts';
import type { Log } from '../home/log.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { SupervisedServer } from '../lifecycle/types.ts';

/** What a refresh needs of a server. */
type Relisted = Pick<SupervisedServer, 'name' | 'entry' | 'relist'>;

/** How many names of each kind a line shows. */
const maxNames = 20;
/** Lines about one server. */
const maxLines = 50;
/** Between refreshes that follow each other without end, in milliseconds; the pause doubles up to the second figure. */
const firstPause = 1000;
const longestPause = 60_000;

export interface Refresher {
  /** A server says that its tools have changed. */
  refresh: (server: Relisted) => void;
  /** Resolves when no list is being asked for. */
  settled(): Promise<void>;
}

/**
 * Lists the tools of servers anew, in the background, when they say that these have changed. However often a server says
 * so, one refresh runs and at most one follows; one that never stops saying so is asked ever more rarely. A line in the
 * log names what came and went, since nobody has looked at new tools who trusted the server before; a refresh that fails
 * changes nothing.
 */
export function createRefresher(log: Log, clock: Pick<Clock, 'rest'>): Refresher {
  const running = new Set<string>();
  const again = new Set<string>();
  const listings = new Map<string, Promise<void>>();
  const logs = new Map<string, Log>();

  async function refresh(server: Relisted): Promise<void> {
    const { name } = server;
    running.add(name);
    for (let pause = 0; ; pause = Math.min(Math.max(2 * pause, firstPause), longestPause)) {
      again.delete(name);
      const listing = relist(server, logOf(name));
      listings.set(name, listing);
      await listing;
      listings.delete(name);
      if (!again.has(name)) break;
      if (pause > 0) await clock.rest(pause);
    }
    running.delete(name);
  }

  function logOf(name: string): Log {
    const known = logs.get(name);
    if (known !== undefined) return known;
    let level: Parameters<Log>[0] = 'info';
    const limited = limitLog((line) => log(level, line), name, maxLines);
    const mine: Log = (as, line) => {
      level = as;
      limited(line);
    };
    logs.set(name, mine);
    return mine;
  }

  return {
    refresh(server) {
      if (running.has(server.name)) again.add(server.name);
      else void refresh(server);
    },
    async settled() {
      while (listings.size > 0) await Promise.all(listings.values());
    },
  };
}

async function relist(server: Relisted, log: Log): Promise<void> {
  const { name, entry } = server;
  const { hide } = createMask(entry.transport);
  try {
    const { added, removed } = await server.relist();
    const changes = [...clause('new', added), ...clause('gone', removed)].join('; ') || 'no name is new or gone';
    log('info', hide(`MCP server '${name}' changed its tools: ${changes}. Check that this is what you expect`));
  } catch (error) {
    const reason = oneLine(hide(error instanceof Error ? error.message : String(error)));
    log('warning', `MCP server '${name}' changed its tools, and they could not be listed: ${reason}`);
  }
}

function clause(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, maxNames).map((name) => JSON.stringify(oneLine(name, 60)));
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  return [`${what} ${shown.join(', ')}${more}`];
}
