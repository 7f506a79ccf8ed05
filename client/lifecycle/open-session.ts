import type { ConnectContext } from '../connection/connect.ts';
import { ConnectionError } from '../connection/errors.ts';
import { createMask, maskError } from '../connection/secrets.ts';
import type { ServerEntry } from '../types.ts';
import { closeConnection } from './close-connection.ts';
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
 * `context.open` throws; no message holds a secret of the entry, here and for as long as the session lasts.
 */
export async function openSession(
  entry: ServerEntry,
  context: SupervisionContext,
  { signal, onListChanged, flavour }: Wishes,
): Promise<Opened> {
  const { name } = entry;
  const { log, home, clientInfo, environment, osvCheck, clock } = context;
  const { hide } = createMask(entry.transport, environment);
  let session: Session | undefined;
  let early: Error | undefined;
  const opened = context.open(entry, {
    home,
    clientInfo,
    environment,
    osvCheck,
    log: (line) => log('info', hide(line)),
    signal,
    ...(flavour !== undefined && { flavour }),
    onNotification: createNotificationHandler(name, { hide, log, onListChanged }),
    onEnded(reason) {
      early = maskError(reason, hide);
      session?.end('lost', reason);
    },
  });
  const connection = await opened.catch((error: unknown) => {
    throw maskError(error, hide);
  });
  session = createSession(connection, entry, clock, hide);
  let ending: Promise<void> | undefined;
  const end = () => (ending ??= closeConnection(connection, context, hide));
  const leave = () => void end();
  signal.addEventListener('abort', leave);
  try {
    if (signal.aborted)
      throw new ConnectionError('closed', `The attempt to connect to MCP server "${name}" was given up`);
    if (early !== undefined) session.end('lost', early);
    const tools = await session.run('upkeep', () => connection.listTools());
    return { session, listing: { tools, capabilities: connection.capabilities, hints: connection.cacheHints() } };
  } catch (error) {
    await end();
    throw error;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
