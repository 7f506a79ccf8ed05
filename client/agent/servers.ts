import { type ConnectContext, connect } from '../connection/connect.ts';
import { limitLog } from '../connection/log.ts';
import { createMask } from '../connection/secrets.ts';
import type { Log } from '../home/log.ts';
import { type Clock, realClock } from '../lifecycle/clock.ts';
import { createCooldown } from '../lifecycle/cooldown.ts';
import { lockDiscovery } from '../lifecycle/discovery-lock.ts';
import { superviseServer } from '../lifecycle/server.ts';
import { type Configured, statusOfAll } from '../lifecycle/status.ts';
import type { Listing, ServerStatus, SupervisedServer, SupervisionContext } from '../lifecycle/types.ts';
import { waitFor } from '../lifecycle/wait-for.ts';
import { registerServerTools } from '../tools/register.ts';
import type { RegisteredTool, ServerEntry } from '../types.ts';
import { createBreaker } from './breaker.ts';
import { createToolCaller } from './call-tool.ts';
import { mergeTools } from './merge-tools.ts';

/** The servers of one talk. */
export interface ServerGroup {
  /** The tools of all servers that answered the first pass, by the order of the configuration and then of each list. */
  tools: Promise<RegisteredTool[]>;
  /** The tools that are offered now, in the same order. */
  offered(): RegisteredTool[];
  /** Hears when `offered()` gives something else. Answers with the way to stop that. */
  onToolsChanged(listener: () => void): () => void;
  status(): ServerStatus[];
  /** Tries those again that are not connected, unless they have failed a moment ago. */
  discover(): Promise<void>;
  /** Closes every connection and gives up those that are still being made; at most 15 seconds. */
  close(): Promise<void>;
}

export interface ServerGroupContext
  extends Omit<ConnectContext, 'log' | 'signal' | 'onNotification' | 'onEnded'>,
    Pick<SupervisionContext, 'cache' | 'onListChanged'> {
  log: Log;
  /** All servers of the configuration, those among them that are not connected to for their status alone. */
  configured?: Configured;
  /** An entry as the configuration has it now. */
  resolve?: SupervisionContext['resolve'];
  clock?: Clock;
  /** Servers are asked to tell how far a call is, which is noted for people who watch. */
  showProgress?: boolean;
}

/** What a pass over all servers may take, in milliseconds, unless a `connect_timeout` is longer. */
const DISCOVERY_MS = 120_000;
const CLOSE_MS = 15_000;
/** Warnings about the tools of one server that are told; a hostile list would give one for each of its tools. */
const MAX_WARNINGS = 20;

/**
 * Connects to all `entries` at once, and keeps them connected. A server that fails is reported through `log` and leaves
 * the others alone (the original client's rule).
 *
 * @param open opens one connection
 */
export function connectServers(
  entries: readonly ServerEntry[],
  context: ServerGroupContext,
  open = connect,
): ServerGroup {
  const { home, log, clock = realClock, showProgress = false } = context;
  const resolve = context.resolve ?? ((name) => entries.find((entry) => entry.name === name));
  const cooldown = createCooldown(clock);
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  const warnings = new Map<string, (message: string) => void>();

  const hideFor = ({ transport }: ServerEntry) => createMask(transport, context.environment).hide;

  function warn(server: string, message: string): void {
    const known = warnings.get(server);
    const tell = known ?? limitLog((line) => log('warning', line), server, MAX_WARNINGS);
    warnings.set(server, tell);
    tell(message);
  }

  function supervise(entry: ServerEntry): SupervisedServer {
    const { name } = entry;
    const breaker = createBreaker(name, () => clock.now());
    const server = superviseServer(entry, {
      onListChanged: (changed) => void changed.relist().catch(() => undefined),
      ...context,
      clock,
      open,
      resolve,
      onReconnected: () => breaker.reset(),
      register(self: SupervisedServer, listing: Listing) {
        const { tools: filter, supportsParallelToolCalls } = self.entry;
        const hide = hideFor(self.entry);
        return registerServerTools({
          server: name,
          listed: listing.tools,
          filter,
          parallel: supportsParallelToolCalls,
          taken: new Set(),
          call: createToolCaller(self, { breaker, home, hide, log, showProgress }),
          warn: (message) => warn(name, hide(message)),
        });
      },
    });
    server.onToolsChanged(() => {
      for (const listener of listeners) listener();
    });
    return server;
  }

  const servers = entries.map(supervise);
  const told = new Set<string>();
  const owners = new Map<string, string>();
  const offered = () =>
    mergeTools(
      servers,
      (server, message) => {
        if (!told.has(message)) warn(server.name, hideFor(server.entry)(message));
        told.add(message);
      },
      owners,
    );

  /** Lets all servers that are due do `work`, for as long as a pass may take. */
  async function pass(work: (server: SupervisedServer) => Promise<void>): Promise<void> {
    const release = await lockDiscovery(home, clock, closing.signal);
    try {
      if (closing.signal.aborted) return;
      const limit = Math.max(DISCOVERY_MS, ...entries.map(({ connectTimeout }) => connectTimeout * 1000));
      const due = servers.filter((server) => !isUsable(server) && !cooldown.holds(server.name));
      await waitFor(clock, limit, Promise.all(due.map(work)));
      for (const server of due) {
        if (isUsable(server)) cooldown.succeeded(server.name);
        else cooldown.failed(server.name);
      }
    } finally {
      release();
    }
  }

  async function first(): Promise<RegisteredTool[]> {
    await pass((server) => server.start());
    const tools = offered();
    const usable = servers.filter(isUsable).length;
    log('info', `${tools.length} tools of ${usable} MCP servers, ${servers.length - usable} left out`);
    return tools;
  }

  return {
    tools: first(),
    offered,
    onToolsChanged(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    status: () => statusOfAll(servers, context.configured),
    discover: () => pass((server) => server.reconnect()),
    async close() {
      closing.abort();
      const closed = Promise.all(servers.map((server) => server.close())).then(() => true);
      if ((await waitFor(clock, CLOSE_MS, closed)) === undefined)
        log('warning', `Expected every MCP server to close within ${CLOSE_MS / 1000} s, and some have not`);
    },
  };
}

function isUsable(server: SupervisedServer): boolean {
  return !['failed', 'parked', 'connecting'].includes(server.status().state);
}
