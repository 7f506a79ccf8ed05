import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
  tools?: string[] | Promise<ListedTool[]>;
  closing?: Promise<void>;
}

function group(played: Record<string, Played>, changes: Record<string, Partial<ServerEntry>> = {}) {
  const logged: string[] = [];
  const closed: string[] = [];
  const entries = Object.keys(played).map((name) => entry(name, changes[name]));
  const context = {
    home: '/nowhere',
    clientInfo: { name: 'c', version: '1', title: 'C', websiteUrl: 'http://c' },
    environment: {},
    log: (level: string, message: string) => {
      logged.push(`${level}: ${message}`);
    },
  };
  const servers = connectServers(entries, context, async ({ name }, { signal }): Promise<Connection> => {
    const { connected, tools = [], closing, heedless } = played[name] ?? {};
    const leave = new Promise<never>((_, reject) => {
      if (heedless !== true) signal?.addEventListener('abort', () => reject(new Error('given up')));
    });
    await Promise.race([connected, leave]);
    return {
      server: name,
      era: 'handshake',
      revision: '2025-11-25',
      capabilities: {},
      listTools: async () => (Array.isArray(tools) ? tools.map((tool) => ({ name: tool })) : tools),
      callTool: async (tool) => ({ content: [{ type: 'text', text: `${name} ran ${tool}` }] }),
      async close() {
        closed.push(name);
        await closing;
      },
    };
  });
  return { servers, logged, closed };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

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
    const { servers, logged, closed } = group({
      gone: { connected: Promise.reject(new Error('no route, token=abc')) },
      odd: { tools: Promise.reject(new Error('no list')) },
      docs: { tools: ['x'] },
    });
    expect((await servers.tools).map(({ name }) => name)).toEqual(['mcp__docs__x']);
    expect(logged.filter((line) => line.startsWith('error')).sort()).toEqual([
      "error: MCP server 'gone' is left out: no route, [REDACTED]",
      "error: MCP server 'odd' is left out: no list",
    ]);
    expect(closed).toEqual(['odd']);
  });

  it('waits 120 seconds for a server, or its connect_timeout if that is longer, and closes it when it comes late', async () => {
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { servers, logged, closed } = group(
      {
        never: { connected: late, heedless: true },
        patient: { connected: late, heedless: true },
        docs: { tools: ['x'] },
      },
      { patient: { connectTimeout: 200 } },
    );
    const errors = () => logged.filter((line) => line.startsWith('error'));
    await vi.advanceTimersByTimeAsync(119_999);
    expect(errors()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(errors()).toEqual(["error: MCP server 'never' is left out: Expected an answer within 120 s, got none"]);
    await vi.advanceTimersByTimeAsync(80_000);
    expect(errors()).toHaveLength(2);
    expect(await servers.tools).toHaveLength(1);
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(closed).toEqual(['never', 'patient']);
  });

  it('closes all servers together, and waits for none longer than 15 seconds', async () => {
    const { servers, logged, closed } = group({ one: { closing: new Promise(() => {}) }, two: {} });
    await servers.tools;
    const done = servers.close();
    expect(closed).toEqual(['one', 'two']);
    await vi.advanceTimersByTimeAsync(15_000);
    await done;
    expect(logged.at(-1)).toBe('warning: Expected every MCP server to close within 15 s, and some have not');
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
    const { servers, closed } = group({ docs: { connected, heedless: true, tools: ['x'] } });
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
});
