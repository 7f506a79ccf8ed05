import { type ConnectContext, connect } from '../connection/connect.ts';
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
  /** Closes every connection; at most 15 seconds. A server that is still connecting is closed when it has connected. */
  close(): Promise<void>;
}

export interface ServerGroupContext extends Omit<ConnectContext, 'log'> {
  log: Log;
}

/** Seconds that a server has to connect and to list its tools, unless its `connect_timeout` is longer. */
const discoverySeconds = 120;
const closeSeconds = 15;

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
  const givenUp = new Set<string>();

  async function start(entry: ServerEntry): Promise<Started> {
    const connection = await openConnection(entry, { ...context, log: (line) => context.log('info', line) });
    open.set(entry.name, connection);
    if (givenUp.has(entry.name)) {
      await shut(entry.name);
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
      if (givenUp.has(entry.name)) return undefined;
      context.log('error', `MCP server '${entry.name}' is left out: ${messageOf(error)}`);
      givenUp.add(entry.name);
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
      tools.push(
        ...registerServerTools({
          server: entry.name,
          listed: server.listed,
          filter: entry.tools,
          parallel: entry.supportsParallelToolCalls,
          taken: new Set(tools.map(({ name }) => name)),
          call: createToolCaller(server.connection, { breaker, home: context.home, log: context.log }),
          warn: (message) => context.log('warning', message),
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
      for (const { name } of entries) givenUp.add(name);
      try {
        await within(closeSeconds, Promise.all([...open.keys()].map(shut)));
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
