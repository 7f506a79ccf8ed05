import { ConfigError } from '../config/error.ts';
import { createSchemaCache } from '../lazy/schema-cache.ts';
import { realClock } from '../lifecycle/clock.ts';
import { waitFor } from '../lifecycle/wait-for.ts';
import type { RegisteredTool, ServerEntry } from '../types.ts';
import { createRefresher } from './refresh.ts';
import { connectServers } from './servers.ts';
import type { TalkContext } from './talk.ts';

/** The servers of the configuration as one talk uses them. */
export interface TalkServers {
  /** Resolves when it is known of every server whether it has tools, or discovery has taken too long. */
  ready: Promise<void>;
  /** The tools of all servers at this moment; the same array as long as nothing changes. */
  current: () => readonly RegisteredTool[];
  /** Resolves when no server's tools are being listed anew, at the latest after 2 seconds. */
  settled(): Promise<void>;
  /** Keeps what the servers listed for the next run, and closes them; at most 15 seconds. */
  close(): Promise<void>;
}

/** How long a turn may be held up by lists that are asked for anew, in milliseconds. */
const SETTLE_MS = 2000;

/** Connects to every server of the configuration, in the background. */
export function openTalkServers(context: TalkContext, connect = connectServers, clock = realClock): TalkServers {
  const { home, log, config } = context;
  const { entrySource } = config;
  const cache = createSchemaCache(home, log);
  const refresher = createRefresher(log, clock);
  let discovered = false;

  function resolve(name: string): ServerEntry | undefined {
    // Later on the file may have been edited, and a credential renewed.
    if (discovered) entrySource.reload();
    try {
      return entrySource.resolve(name);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      log('warning', `MCP server '${name}' is not connected to: ${error.message}`);
      return undefined;
    }
  }

  const group = connect(config.servers.entries, {
    ...context,
    osvCheck: config.osvCheck,
    clock,
    configured: entrySource,
    resolve,
    cache,
    onListChanged: refresher.refresh,
  });
  let tools: readonly RegisteredTool[] | undefined;
  group.onToolsChanged(() => {
    tools = undefined;
  });
  async function discover(): Promise<void> {
    await group.tools;
    discovered = true;
  }

  return {
    ready: discover(),
    current: () => (tools ??= group.offered()),
    settled: async () => waitFor(clock, SETTLE_MS, refresher.settled()),
    async close() {
      const closed = group.close();
      // Servers take their time to end, so that the writing costs none.
      cache.flush();
      await closed;
    },
  };
}
