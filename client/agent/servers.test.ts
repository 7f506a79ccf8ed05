import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../lifecycle/test-support/fake-clock.ts';
import { follow } from '../lifecycle/test-support/world.ts';
import type { Connection, ListedTool, ServerEntry } from '../types.ts';
import { connectServers } from './servers.ts';

const entry = (name: string, changes: Partial<ServerEntry> = {}): ServerEntry => ({
  name,
  transport: { kind: 'stdio', command: name, args: [], env: {} },
  protocol: 'auto',
  timeout: 300,
  connectTimeout: 60,
  supportsParallelToolCalls: false,
  tools: { exclude: [] },
  sampling: { enabled: true, exposeClientTools: false },
  elicitation: { enabled: true },
  ...changes,
});

/** A server as the test plays it: when it connects, what it lists, and how it closes. */
interface Played {
  /** Whether it connects even when it was told to give up. */
  heedless?: boolean;
  connected?: Promise<unknown>;
  /** Sends a notification, once it is connected. */
  notify?: (method: string) => void;
  tools?: string[] | Promise<ListedTool[]>;
  closing?: Promise<void>;
}

function group(played: Record<string, Played>, changes: Record<string, Partial<ServerEntry>> = {}) {
  const clock = createFakeClock();
  const logged: string[] = [];
  const closed: string[] = [];
  const opened: string[] = [];
  const entries = Object.keys(played).map((name) => entry(name, changes[name]));
  const context = {
    home: '/nowhere',
    clientInfo: { name: 'c', version: '1', title: 'C', websiteUrl: 'http://c' },
    environment: {},
    clock,
    log: (level: string, message: string) => {
      logged.push(`${level}: ${message}`);
    },
  };
  const servers = connectServers(
    entries,
    context,
    async ({ name }, { signal, onNotification }): Promise<Connection> => {
      const { connected, tools = [], closing, heedless } = played[name] ?? {};
      opened.push(name);
      const leave = new Promise<never>((_, reject) => {
        if (heedless !== true) signal?.addEventListener('abort', () => reject(new Error('given up')));
      });
      await Promise.race([connected, leave]);
      const own = played[name];
      if (own !== undefined) own.notify = (method) => onNotification?.(method, {});
      return {
        server: name,
        era: 'handshake',
        revision: '2025-11-25',
        capabilities: { tools: {} },
        listTools: async () => {
          const listed = await (played[name]?.tools ?? tools);
          return listed.map((tool) => (typeof tool === 'string' ? { name: tool } : tool));
        },
        cacheHints: () => ({}),
        callTool: async (tool) => ({ content: [{ type: 'text', text: `${name} ran ${tool}` }] }),
        request: async () => ({}),
        ping: async () => undefined,
        ended: () => undefined,
        async close() {
          closed.push(name);
          await closing;
        },
      };
    },
  );
  return { servers, logged, closed, opened, clock };
}

describe('connectServers', () => {
  it('gives the tools by the order of the configuration, whichever server is first', async () => {
    let release = () => {};
    const connected = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { servers, logged } = group(
      { slow: { connected, tools: ['b', 'a'] }, quick: { tools: ['c'] } },
      { quick: { supportsParallelToolCalls: true } },
    );
    release();
    const tools = await servers.tools;
    expect(tools.map(({ name, toolset, parallel }) => ({ name, toolset, parallel }))).toEqual([
      { name: 'mcp__slow__b', toolset: 'mcp-slow', parallel: false },
      { name: 'mcp__slow__a', toolset: 'mcp-slow', parallel: false },
      { name: 'mcp__quick__c', toolset: 'mcp-quick', parallel: true },
    ]);
    expect(await tools[1]?.call({})).toBe('{"result": "slow ran a"}');
    expect(logged).toContain('info: 3 tools of 2 MCP servers, 0 left out');
  });

  it('leaves a name with the first server that has it', async () => {
    const { servers, logged } = group({ 'a-b': { tools: ['c'] }, a_b: { tools: ['c', 'd'] } });
    const tools = await servers.tools;
    expect(tools.map(({ name, toolset }) => `${name} ${toolset}`)).toEqual([
      'mcp__a_b__c mcp-a-b',
      'mcp__a_b__d mcp-a_b',
    ]);
    expect(logged.filter((line) => line.startsWith('warning'))).toHaveLength(1);
  });

  it('reports a server that does not connect or does not list, without its secrets, and closes it', async () => {
    const { servers, logged, closed, clock } = group({
      gone: { connected: Promise.reject(new Error('no route, token=abc')) },
      odd: { tools: Promise.reject(new Error('no list')) },
      docs: { tools: ['x'] },
    });
    const tools = follow(servers.tools);
    await clock.advance(6.9);
    expect(tools.outcome).toBe('pending');
    await clock.advance(0.1);
    expect(tools.outcome).toMatchObject([{ name: 'mcp__docs__x' }]);
    expect(logged.filter((line) => line.startsWith('error')).sort()).toEqual([
      "error: MCP server 'gone' is left out: no route, [REDACTED]",
      "error: MCP server 'odd' is left out: no list",
    ]);
    expect(logged).toContain('info: 1 tools of 1 MCP servers, 2 left out');
    expect(closed).toEqual(['odd', 'odd', 'odd', 'odd']);
    expect(servers.status()).toEqual([
      { name: 'gone', transport: 'stdio', state: 'parked', tools: 0, reason: 'no route, [REDACTED]' },
      { name: 'odd', transport: 'stdio', state: 'parked', tools: 0, reason: 'no list' },
      { name: 'docs', transport: 'stdio', state: 'connected', tools: 1 },
    ]);
  });

  it.each([
    [120, {}],
    [200, { never: { connectTimeout: 200 } }],
  ])('waits %i seconds for a server, and offers its tools when it comes later', async (seconds, changes) => {
    let release = () => {};
    const connected = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { servers, clock } = group({ never: { connected, tools: ['y'] }, docs: { tools: ['x'] } }, changes);
    const tools = follow(servers.tools);
    await clock.advance(seconds - 0.1);
    expect(tools.outcome).toBe('pending');
    await clock.advance(0.1);
    expect(tools.outcome).toMatchObject([{ name: 'mcp__docs__x' }]);
    let changed = 0;
    servers.onToolsChanged(() => {
      changed += 1;
    });
    release();
    await clock.settle();
    expect(changed).toBe(1);
    expect(servers.offered().map(({ name }) => name)).toEqual(['mcp__never__y', 'mcp__docs__x']);
  });

  it('lists the tools anew when a server says that they have changed', async () => {
    const played: Record<string, Played> = { docs: { tools: ['x'] } };
    const { servers, clock } = group(played);
    await servers.tools;
    played['docs'] = { ...played['docs'], tools: ['x', 'z'] };
    played['docs'].notify?.('notifications/tools/list_changed');
    await clock.settle();
    expect(servers.offered().map(({ name }) => name)).toEqual(['mcp__docs__x', 'mcp__docs__z']);
  });

  it('leaves a server that has failed alone for a while when it looks again', async () => {
    const played: Record<string, Played> = { gone: { connected: Promise.reject(new Error('no')) }, docs: {} };
    const { servers, opened, clock } = group(played);
    await Promise.all([servers.tools, clock.advance(7)]);
    played['gone'] = {};
    const seen = opened.length;
    await clock.advance(29);
    await servers.discover();
    expect(opened).toHaveLength(seen);
    await clock.advance(1);
    await servers.discover();
    expect(opened.slice(seen)).toEqual(['gone']);
    expect(servers.status()).toMatchObject([{ state: 'connected' }, { state: 'connected' }]);
  });

  it('closes all servers together, and waits for none longer than 15 seconds', async () => {
    const { servers, closed, clock } = group({ one: { closing: new Promise(() => {}) }, two: {} });
    await servers.tools;
    const done = follow(servers.close());
    await clock.settle();
    expect(closed).toEqual(['one', 'two']);
    expect(done.outcome).toBe('pending');
    await clock.advance(15);
    expect(done.outcome).toBeUndefined();
  });

  it('gives up a server that is still connecting, and says nothing of it', async () => {
    const { servers, logged, closed } = group({ docs: { connected: new Promise(() => {}), tools: ['x'] } });
    await servers.close();
    expect(await servers.tools).toEqual([]);
    expect(closed).toEqual([]);
    expect(logged.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('closes a server that connects after the end all the same', async () => {
    let release = () => {};
    const connected = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { servers, closed, clock } = group({ docs: { connected, heedless: true, tools: ['x'] } });
    await clock.settle();
    const done = servers.close();
    release();
    await done;
    expect(await servers.tools).toEqual([]);
    expect(closed).toEqual(['docs']);
  });

  it('tells of the faults of a list only so often, and without the secrets of the entry', async () => {
    const tools = Array.from({ length: 100 }, () => 'x'.repeat(100)).map((name, n) => `${name} tok-123456 ${n}`);
    const env = { TOKEN: 'tok-123456' };
    const { servers, logged } = group(
      { docs: { tools } },
      { docs: { transport: { kind: 'stdio', command: 'a', args: [], env } } },
    );
    expect(await servers.tools).toHaveLength(100);
    const warnings = logged.filter((line) => line.startsWith('warning'));
    expect(warnings).toHaveLength(20);
    expect(warnings.at(-1)).toBe('warning: MCP server "docs": nothing more of this kind is logged');
    expect(logged.join('\n')).not.toContain('tok-123456');
  });

  it('hides a secret that is cut in what is told, and one in a name that two servers have', async () => {
    const tools = [`${'x'.repeat(52)}tok-123456`, 'tok_123456'];
    const transport = { kind: 'stdio' as const, command: 'a', args: [], env: { A: 'tok-123456', B: 'tok_123456' } };
    const { servers, logged } = group(
      { 'a-b': { tools }, a_b: { tools } },
      { 'a-b': { transport }, a_b: { transport } },
    );
    await servers.tools;
    const warnings = logged.filter((line) => line.startsWith('warning')).join('\n');
    expect(warnings).toContain('Expected the name mcp__a_b__[REDACTED] to be free');
    expect(warnings).not.toContain('tok');
  });
});
