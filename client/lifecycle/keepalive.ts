import { ConnectionError } from '../connection/errors.ts';
import type { ServerEntry } from '../types.ts';
import type { Clock } from './clock.ts';
import { lacksMethod } from './faults.ts';
import type { Session } from './session.ts';

/** Between two signs of life of a server over HTTP, in seconds (the original client's figures). */
const DEFAULT_INTERVAL = 180;
const SHORTEST_INTERVAL = 5;
/** How long a server may take for one, in seconds. */
const PATIENCE = 30;

/**
 * Asks for a sign of life for as long as the session lasts, and ends it when there is none. A request that is under way
 * is sign enough. Servers without `ping` are asked for a page of tools, from then on.
 */
export async function keepAlive(session: Session, clock: Clock): Promise<void> {
  const interval = intervalOf(session.entry);
  const { era, capabilities } = session.connection;
  // Without a session and without tools there is nothing to be lost, and nothing to ask for.
  const pointless = era === 'stateless' && capabilities.tools === undefined;
  if (interval === undefined || pointless) return;
  const ask = createCheck(session);
  for (;;) {
    await clock.rest(interval * 1000, session.over);
    if (session.over.aborted) return;
    if (session.busy()) continue;
    try {
      await ask();
      session.prove();
    } catch (error) {
      session.end('unwell', error as Error);
    }
  }
}

function intervalOf({ transport, keepaliveInterval }: ServerEntry): number | undefined {
  if (keepaliveInterval !== undefined) return Math.max(keepaliveInterval, SHORTEST_INTERVAL);
  return transport.kind === 'http' ? DEFAULT_INTERVAL : undefined;
}

function createCheck(session: Session): () => Promise<void> {
  const { connection } = session;
  const { tools } = connection.capabilities;
  let by: 'ping' | 'tools/list' = 'ping';
  const ask = () => session.run('upkeep', () => connection.ping(PATIENCE, by));
  return async () => {
    try {
      await ask();
    } catch (error) {
      const silent = error instanceof ConnectionError && error.code === 'timeout';
      const another = by === 'ping' && tools !== undefined && (silent || lacksMethod(error));
      if (!another) throw error;
      by = 'tools/list';
      await ask();
    }
  };
}
