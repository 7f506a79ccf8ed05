import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EntrySource } from '../config/entry-source.ts';
import { ConfigError } from '../config/error.ts';
import { serverTool } from '../deferred/testing/tool.ts';
import { docsEntry } from '../lazy/testing/entry.ts';
import { createFakeClock } from '../lifecycle/test-support/fake-clock.ts';
import type { SupervisedServer } from '../lifecycle/types.ts';
import type { RegisteredTool } from '../types.ts';
import type { ServerGroup, ServerGroupContext } from './servers.ts';
import type { TalkContext } from './talk.ts';
import { openTalkServers } from './talk-servers.ts';

/** Servers that offer what the test says, and the entries of a configuration that can be read again. */
function setup(entrySource: Partial<EntrySource> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'talk-servers-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const clock = createFakeClock();
  const logged: string[] = [];
  let offered: RegisteredTool[] = [];
  let changed = () => undefined as void;
  let finish: (tools: RegisteredTool[]) => void = () => undefined;
  let merges = 0;
  let given: ServerGroupContext | undefined;
  const group: ServerGroup = {
    tools: new Promise((resolve) => {
      finish = resolve;
    }),
    offered() {
      merges += 1;
      return [...offered];
    },
    onToolsChanged(listener) {
      changed = listener;
      return () => undefined;
    },
    status: () => [],
    discover: async () => undefined,
    close: async () => void logged.push('closed'),
  };
  const config = {
    servers: { entries: [docsEntry()], refused: [] },
    entrySource: { names: [], refused: [], resolve: () => docsEntry(), reload: () => undefined, ...entrySource },
  };
  const context = { home, config, log: (level: string, line: string) => logged.push(`${level} ${line}`) };
  const servers = openTalkServers(
    context as unknown as TalkContext,
    (_entries, connectContext) => {
      given = connectContext;
      return group;
    },
    clock,
  );
  if (given === undefined) throw new Error('nothing was connected to');
  return {
    servers,
    given,
    clock,
    logged,
    home,
    discovered: () => finish([]),
    merges: () => merges,
    offer: (...tools: RegisteredTool[]) => {
      offered = tools;
      changed();
    },
  };
}

describe('openTalkServers', () => {
  it('gives the same array for as long as nothing changes', () => {
    const { servers, offer, merges } = setup();
    expect(servers.current()).toBe(servers.current());
    expect(merges()).toBe(1);
    offer(serverTool('mcp__docs__a'));
    expect(servers.current().map(({ name }) => name)).toEqual(['mcp__docs__a']);
    expect(servers.current()).toBe(servers.current());
    expect(merges()).toBe(2);
  });

  it('reads the configuration again once the servers have been found', async () => {
    let reloads = 0;
    const { servers, given, discovered } = setup({ reload: () => void (reloads += 1) });
    expect(given.resolve?.('docs')).toEqual(docsEntry());
    expect(reloads).toBe(0);
    discovered();
    await servers.ready;
    given.resolve?.('docs');
    expect(reloads).toBe(1);
  });

  it('takes an entry that has become invalid for none, and says why', () => {
    const { given, logged } = setup({
      resolve() {
        throw new ConfigError('invalid-value', 'Expected "url" to be a string', 'mcp_servers.docs');
      },
    });
    expect(given.resolve?.('docs')).toBeUndefined();
    expect(logged[0]).toMatch(/^warning MCP server 'docs' is not connected to: Expected "url" to be a string/);
  });

  it('keeps what was listed when it is closed', async () => {
    const { servers, given, home, logged } = setup();
    const path = join(home, 'cache', 'mcp_schema_cache.json');
    given.cache?.write(docsEntry(), { tools: [{ name: 'a' }], capabilities: {}, hints: {} });
    expect(existsSync(path)).toBe(false);
    await servers.close();
    expect(existsSync(path)).toBe(true);
    expect(logged).toEqual(['closed']);
  });

  it('holds a turn up while tools are listed anew, and not for long', async () => {
    const { servers, given, clock } = setup();
    await servers.settled();
    let listed = () => undefined as void;
    const server = {
      name: 'docs',
      entry: docsEntry(),
      relist: () =>
        new Promise((resolve) => {
          listed = () => resolve({ added: [], removed: [] });
        }),
    } as unknown as SupervisedServer;
    const order: string[] = [];
    given.onListChanged?.(server);
    const first = servers.settled().then(() => order.push('settled'));
    await clock.settle();
    order.push('listed');
    listed();
    await first;
    expect(order).toEqual(['listed', 'settled']);

    given.onListChanged?.(server);
    let over = false;
    const second = (async () => {
      await servers.settled();
      over = true;
    })();
    await clock.advance(1.9);
    expect(over).toBe(false);
    await clock.advance(0.1);
    await second;
  });
});
