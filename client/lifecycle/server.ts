import { ConnectionError } from '../connection/errors.ts';
import { redact } from '../results/redact.ts';
import type { ServerEntry } from '../types.ts';
import { closeConnection } from './close-connection.ts';
import { ServerDownError } from './errors.ts';
import { isPermanent } from './faults.ts';
import { createSpoken } from './flavour.ts';
import { type Life, live, type Phase } from './life.ts';
import { openSession } from './open-session.ts';
import { recover, type Sessions } from './recover.ts';
import { serialise } from './serialise.ts';
import type { Session } from './session.ts';
import { transportOf } from './status.ts';
import { createToolbox } from './toolbox.ts';
import type { Listing, ServerStatus, SupervisedServer, SupervisionContext } from './types.ts';
import { startUpkeep } from './upkeep.ts';

/** How long a call waits for a session, in milliseconds (the original client's figures). */
const ABSENT_MS = 5000;
const IDLE_MS = 15_000;
/** What a lazy server has beside its `connect_timeout`. */
const LAZY_MS = 30_000;

/** Watches over one server. Nothing happens before `start`. */
export function superviseServer(configured: ServerEntry, context: SupervisionContext): SupervisedServer {
  const { name } = configured;
  const { clock, log } = context;
  const info = (line: string) => log('info', line);
  let entry = configured;
  let phase: Phase = 'connecting';
  let reason: Error | undefined;
  let life: Life | undefined;
  let attempts = 0;
  let connections = 0;
  let changedEarly = false;
  const spoken = createSpoken();
  const toolbox = createToolbox((listing) => context.register(server, listing));

  function take(listing: Listing): { added: string[]; removed: string[] } {
    const changes = toolbox.fill(listing);
    if (toolbox.tools().length > 0) context.cache?.write(entry, listing);
    return changes;
  }

  function onListChanged(): void {
    if (life?.session() === undefined) changedEarly = true;
    else if (toolbox.listing()?.capabilities.tools !== undefined) context.onListChanged?.(server);
  }

  async function attempt(signal: AbortSignal): Promise<Session> {
    attempts += 1;
    const current = attempts === 1 ? configured : resolveNow(name, context);
    changedEarly = false;
    const wishes = { ...spoken.to(current), signal, onListChanged };
    const { session, listing } = await openSession(current, context, wishes);
    spoken.learn(current, session.connection);
    entry = current;
    try {
      take(listing);
    } catch (error) {
      await close(session);
      throw error;
    }
    startUpkeep(session, clock, info);
    return session;
  }

  const close = ({ connection, hide }: Session) => closeConnection(connection, context, hide);

  function onPhase(next: Phase, why: Error | undefined): void {
    phase = next;
    reason = why;
    if (next === 'parked' || next === 'failed') {
      toolbox.empty();
      const again = next === 'failed' ? '' : '; it is tried again from time to time';
      if (connections === 0) log('error', `MCP server '${name}' is left out: ${messageOf(why)}`);
      else log('warning', `MCP server '${name}' is given up for now: ${messageOf(why)}${again}`);
    }
    if (next === 'idle') info(`MCP server '${name}' was closed until it is needed: ${messageOf(why)}`);
    if (next === 'connecting' && why !== undefined)
      info(`MCP server '${name}' is not connected, which is tried again: ${messageOf(why)}`);
    if (next !== 'connected') return;
    connections += 1;
    if (connections > 1) context.onReconnected?.(server);
    if (changedEarly) queueMicrotask(onListChanged);
  }

  const sessions: Sessions = {
    server: name,
    async now(signal) {
      const session = life?.session();
      if (session !== undefined && session.ending() === undefined) return session;
      const found = isHopeless() ? undefined : await awaken(signal);
      if (found !== undefined) return found;
      // That may have come out meanwhile.
      const next = isHopeless()
        ? 'Do not call its tools again; the user has to look at it.'
        : 'A new connection is being made: do not repeat the call at once, or find another way.';
      const why = reason === undefined ? '' : ` (${messageOf(reason)})`;
      throw new ServerDownError(`MCP server '${name}' is not connected${why}. ${next}`, { cause: reason });
    },
    next: async (ms, last, signal) => life?.next(ms, last, signal),
  };

  function isHopeless(): boolean {
    return phase === 'failed' || (phase === 'parked' && isPermanent(reason));
  }

  async function awaken(signal: AbortSignal | undefined): Promise<Session | undefined> {
    const ms = phase === 'lazy' ? entry.connectTimeout * 1000 + LAZY_MS : phase === 'idle' ? IDLE_MS : ABSENT_MS;
    life?.wake();
    return life?.next(ms, undefined, signal);
  }

  async function relist(): Promise<{ added: string[]; removed: string[] }> {
    const session = await sessions.now(undefined);
    const { connection } = session;
    const tools = await session.run('upkeep', () => connection.listTools());
    return take({ tools, capabilities: connection.capabilities, hints: connection.cacheHints() });
  }

  const server: SupervisedServer = {
    name,
    get entry() {
      return entry;
    },
    async start() {
      if (life !== undefined) return life.known();
      const kept = entry.lazy ? context.cache?.read(entry) : undefined;
      if (kept !== undefined) toolbox.fill(kept);
      const wanted = () => isWanted(name, context);
      life = live(name, { clock, lazy: kept !== undefined, attempt, close, wanted, onPhase });
      return life.known();
    },
    status(): ServerStatus {
      const tools = toolbox.tools().length;
      const filtered = phase === 'connected' && tools === 0 && (toolbox.listing()?.tools.length ?? 0) > 0;
      return {
        name,
        transport: transportOf(entry),
        state: filtered ? 'filtered empty' : phase,
        tools,
        ...(reason !== undefined && { reason: messageOf(reason) }),
      };
    },
    tools: () => toolbox.tools(),
    listed: (tool) => toolbox.listing()?.tools.find((each) => each.name === tool),
    onToolsChanged: (listener) => toolbox.onChanged(listener),
    call: (tool, args, { readOnly, ...options }) =>
      recover(
        { send: (connection) => connection.callTool(tool, args, options), readOnly, signal: options.signal },
        sessions,
      ),
    request: (method, params, options = {}) =>
      recover(
        {
          send: (connection) => connection.request(method, params, options),
          readOnly: true,
          signal: options.signal,
        },
        sessions,
      ),
    relist: serialise(relist),
    reconnect: async () => life?.reconnect(),
    close: async () => life?.end(),
  };
  return server;
}

function resolveNow(name: string, { resolve }: SupervisionContext): ServerEntry {
  let entry: ServerEntry | undefined;
  try {
    entry = resolve(name);
  } catch (error) {
    throw new ConnectionError('invalid_entry', messageOf(error), { cause: error });
  }
  if (entry !== undefined) return entry;
  throw new ConnectionError('disabled', `MCP server "${name}" is no longer in the configuration, or is disabled`);
}

function isWanted(name: string, { resolve }: SupervisionContext): boolean {
  try {
    return resolve(name) !== undefined;
  } catch {
    return false;
  }
}

function messageOf(error: unknown): string {
  return redact(error instanceof Error ? error.message : String(error));
}
