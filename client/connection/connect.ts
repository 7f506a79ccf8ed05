import type { OsvCheck } from '../config/osv-check.ts';
import type { Connection, ServerEntry } from '../types.ts';
import type { Link } from './ask.ts';
import type { ClientInfo } from './engine.ts';
import { ConnectionError } from './errors.ts';
import { createLedger } from './ledger.ts';
import { limitLog } from './log.ts';
import type { Notified } from './notices.ts';
import { createMask, type Mask } from './secrets.ts';
import type { Flavour } from './sse/fallback.ts';

/** What a connection needs to know of the client around it. */
export interface ConnectContext {
  /** The client's home folder; a stdio server's stderr goes to `logs/mcp-stderr.log` in it. */
  home: string;
  clientInfo: ClientInfo;
  /** The client's own environment, of which a stdio server sees a few names. */
  environment: NodeJS.ProcessEnv;
  /**
   * Takes one line for the client's log. Lines hold text of the server, cut and on one line, and never a secret of the
   * entry.
   */
  log: (line: string) => void;
  /** Ends an attempt to connect; nothing of it is left when `connect` has thrown. */
  signal?: AbortSignal;
  /** What an earlier connection to the same address spoke (`Connection.flavour`): this one speaks the same. */
  flavour?: Flavour;
  /** An earlier attempt has asked whether an MCP server is at the address, so this one does not. */
  checked?: boolean;
  /** Where the packages of npx, uvx and pipx are looked up before they run; undefined: nowhere. */
  osvCheck?: OsvCheck | undefined;
  /** Hears what the server notifies of, from its first message on. */
  onNotification?: Notified;
  /** Hears once that the connection has ended, and why; also when this client closed it. */
  onEnded?: (reason: Error) => void;
}

/**
 * Connects to one MCP server and opens a session in the era that both sides speak. On any error nothing is left behind:
 * no process, no socket. Throws ConnectionError.
 */
export async function connect(entry: ServerEntry, context: ConnectContext): Promise<Connection> {
  const { name: server, transport } = entry;
  if (transport.kind === 'stdio') return connectOnce(entry, context);
  const { connectOverHttp } = await import('./sse/fallback.ts');
  const { flavour: before, signal } = context;
  return connectOverHttp({ server, transport, before, signal }, (flavour) => connectOnce(entry, context, flavour));
}

async function connectOnce(entry: ServerEntry, context: ConnectContext, flavour?: Flavour): Promise<Connection> {
  const log = limitLog(context.log, entry.name);
  const mask = createMask(entry.transport, context.environment);
  const ledger = createLedger(entry.name, log, mask, context.onNotification);
  const limit = { seconds: entry.connectTimeout, key: 'connect_timeout' } as const;
  const { signal } = context;
  if (signal?.aborted) throw abandoned(entry.name);
  const checked = context.checked ?? context.flavour !== undefined;
  const channel = await openChannel(entry, { ...context, log, mask, checked }, flavour, ledger);
  const leave = () => void channel.close();
  signal?.addEventListener('abort', leave);
  try {
    // The engine takes a third of this client's start to load. A server that is a process starts meanwhile.
    const { createConnection, createEngine, negotiate } = await import('./speak.ts');
    if (signal?.aborted) throw abandoned(entry.name);
    const link: Link = {
      server: entry.name,
      client: createEngine(entry, context.clientInfo, log),
      channel,
      ledger,
    };
    // Over SSE there is only the era with a handshake.
    const session = await negotiate(flavour === 'sse' ? 'legacy' : entry.protocol, link, limit);
    await channel.settled();
    if (signal?.aborted) throw abandoned(entry.name);
    tellOfTheEnd(link, context.onEnded);
    return createConnection(entry, link, session, log);
  } catch (error) {
    await channel.close();
    throw error;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

function tellOfTheEnd({ client, channel }: Link, onEnded: ConnectContext['onEnded']): void {
  if (onEnded === undefined) return;
  const tell = () => {
    const reason = channel.ended();
    if (reason !== undefined) onEnded(reason);
  };
  // Only now: while the session is negotiated the engine also closes the transports of attempts that failed.
  client.onclose = tell;
  tell();
}

function abandoned(server: string): ConnectionError {
  return new ConnectionError('closed', `The attempt to connect to MCP server "${server}" was given up`);
}

/** Each kind of transport is loaded when it is used: a client of stdio servers never loads HTTP. */
async function openChannel(
  entry: ServerEntry,
  context: ConnectContext & { mask: Mask; checked: boolean },
  flavour: Flavour | undefined,
  ledger: Link['ledger'],
): Promise<Link['channel']> {
  if (entry.transport.kind === 'stdio') {
    const { openStdio } = await import('./stdio/channel.ts');
    return openStdio(entry.name, entry.transport, context, ledger);
  }
  const { openHttp } = await import('./http/open.ts');
  return openHttp(entry, entry.transport, { ...context, flavour: flavour ?? 'streamable' }, ledger);
}
