import { type ConnectContext, connect } from '../connection/connect.ts';
import { limitLog } from '../connection/log.ts';
import { createMask } from '../connection/secrets.ts';
import type { Log } from '../home/log.ts';
import { redact } from '../results/redact.ts';
import { registerServerTools } from '../tools/register.ts';
import type { Connection, ListedTool, RegisteredTool, ServerEntry } from '../types.ts';
import { createBreaker } from './breaker.ts';
import { createToolCaller } from './call-tool.ts';
import { within } from './within.ts';

/** The servers of one talk. */
export interface ServerGroup {
  /** The tools of all servers that answered, by the order of the configuration and then of each list. Never rejects. */
  tools: Promise<RegisteredTool[]>;
  /** Closes every connection and gives up those that are still being made; at most 15 seconds. */
  close(): Promise<void>;
}

export interface ServerGroupContext extends Omit<ConnectContext, 'log' | 'signal'> {
  log: Log;
}

/** Seconds that a server has to connect and to list its tools, unless its `connect_timeout` is longer. */
const discoverySeconds = 120;
const closeSeconds = 15;
/** Warnings about the tools of one server that are told; a hostile list would give one for each of its tools. */
const maxWarnings = 20;

/**
 * Connects to all `entries` at once. A server that fails is reported through `log` and leaves the others alone (the
 * original client's rule).
 *
 * @param openConnection opens one connection
 */
export function connectServers(
  entries: readonly ServerEntry[],
  context: ServerGroupContext,
  openConnection = connect,
): ServerGroup {
  const open = new Map<string, Connection>();
  const attempts = new Map<string, Promise<unknown>>();
  const leaving = new Map(entries.map(({ name }) => [name, new AbortController()]));
  const isLeft = (server: string): boolean => leaving.get(server)?.signal.aborted ?? true;

  async function start(entry: ServerEntry): Promise<Started> {
    const { name } = entry;
    const { signal } = leaving.get(name) ?? {};
    const attempt = openConnection(entry, {
      ...context,
      ...(signal === undefined ? {} : { signal }),
      log: (line) => context.log('info', line),
    });
    attempts.set(name, attempt);
    const connection = await attempt;
    open.set(name, connection);
    if (isLeft(name)) {
      await shut(name);
      throw new Error('It connected when nobody waited for it any more');
    }
    return { connection, listed: await connection.listTools() };
  }

  async function shut(server: string): Promise<void> {
    const connection = open.get(server);
    open.delete(server);
    try {
      await connection?.close();
    } catch (error) {
      context.log('warning', `MCP server '${server}' did not close well: ${messageOf(error)}`);
    }
  }

  async function discover(entry: ServerEntry): Promise<Started | undefined> {
    try {
      return await within(Math.max(discoverySeconds, entry.connectTimeout), start(entry));
    } catch (error) {
      if (isLeft(entry.name)) return undefined;
      context.log('error', `MCP server '${entry.name}' is left out: ${messageOf(error)}`);
      leaving.get(entry.name)?.abort();
      await shut(entry.name);
      return undefined;
    }
  }

  async function register(): Promise<RegisteredTool[]> {
    const found = await Promise.all(entries.map(discover));
    const tools: RegisteredTool[] = [];
    found.forEach((server, index) => {
      const entry = entries[index];
      if (server === undefined || entry === undefined) return;
      const breaker = createBreaker(entry.name, () => performance.now());
      const { hide } = createMask(entry.transport);
      const warn = limitLog((message) => context.log('warning', message), entry.name, maxWarnings);
      tools.push(
        ...registerServerTools({
          server: entry.name,
          listed: server.listed,
          filter: entry.tools,
          parallel: entry.supportsParallelToolCalls,
          taken: new Set(tools.map(({ name }) => name)),
          call: createToolCaller(server.connection, { breaker, home: context.home, hide, log: context.log }),
          warn: (message) => warn(hide(message)),
        }),
      );
    });
    const connected = found.filter((server) => server !== undefined).length;
    context.log('info', `${tools.length} tools of ${connected} MCP servers, ${entries.length - connected} left out`);
    return tools;
  }

  return {
    tools: register(),
    async close() {
      for (const leave of leaving.values()) leave.abort();
      try {
        // An attempt that is given up leaves nothing behind once it has failed.
        await within(closeSeconds, Promise.allSettled([...[...open.keys()].map(shut), ...attempts.values()]));
      } catch {
        context.log('warning', `Expected every MCP server to close within ${closeSeconds} s, and some have not`);
      }
    },
  };
}

interface Started {
  connection: Connection;
  listed: ListedTool[];
}

function messageOf(error: unknown): string {
  return redact(error instanceof Error ? error.message : String(error));
}
