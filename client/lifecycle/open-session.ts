import type { ConnectContext } from '../connection/connect.ts';
import { ConnectionError } from '../connection/errors.ts';
import { createMask } from '../connection/secrets.ts';
import type { ServerEntry } from '../types.ts';
import { createNotificationHandler } from './notifications.ts';
import { createSession, type Session } from './session.ts';
import type { Listing, SupervisionContext } from './types.ts';

export interface Opened {
  session: Session;
  listing: Listing;
}

export interface Wishes extends Pick<ConnectContext, 'flavour'> {
  /** Gives the attempt up. */
  signal: AbortSignal;
  /** The server says that its tools have changed. */
  onListChanged: () => void;
}

/**
 * One attempt: connects and lists the tools. On any error nothing is left behind. Throws ConnectionError, or what
 * `context.open` throws.
 */
export async function openSession(
  entry: ServerEntry,
  context: SupervisionContext,
  { signal, onListChanged, flavour }: Wishes,
): Promise<Opened> {
  const { name } = entry;
  const { log, home, clientInfo, environment, osvCheck, clock } = context;
  const { hide } = createMask(entry.transport);
  let session: Session | undefined;
  let early: Error | undefined;
  const connection = await context.open(entry, {
    home,
    clientInfo,
    environment,
    osvCheck,
    log: (line) => log('info', line),
    signal,
    ...(flavour !== undefined && { flavour }),
    onNotification: createNotificationHandler(name, { hide, log, onListChanged }),
    onEnded(reason) {
      early = reason;
      session?.end('lost', reason);
    },
  });
  session = createSession(connection, entry, clock);
  const leave = () => void connection.close();
  signal.addEventListener('abort', leave);
  try {
    if (signal.aborted)
      throw new ConnectionError('closed', `The attempt to connect to MCP server "${name}" was given up`);
    if (early !== undefined) session.end('lost', early);
    const tools = await session.run('upkeep', () => connection.listTools());
    return { session, listing: { tools, capabilities: connection.capabilities, hints: connection.cacheHints() } };
  } catch (error) {
    await connection.close();
    throw error;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
