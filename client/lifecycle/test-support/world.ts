import type { ConnectContext } from '../../connection/connect.ts';
import { ConnectionError } from '../../connection/errors.ts';
import type { Connection, HttpTransport, JsonObject, RegisteredTool, ServerEntry } from '../../types.ts';
import { superviseServer } from '../server.ts';
import type { SupervisedServer, SupervisionContext } from '../types.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

/** One connection of the played server. */
interface Played extends Connection {
  closed: boolean;
  /** The connection breaks, as when a process exits. */
  breakOff(): void;
  notify(method: string, params?: JsonObject): void;
}

/** What the test decides; every member may be changed at any time. */
export interface Script {
  /** How attempts to connect end, the first first; all further ones succeed. */
  connects: (Error | Promise<unknown> | undefined)[];
  tools: (string | JsonObject)[];
  capabilities: JsonObject;
  call: (name: string, connection: Played, signal?: AbortSignal) => Promise<unknown>;
  list: () => Promise<unknown>;
  ping: (by: string, connection: Played) => Promise<void>;
  watch?: () => Promise<void>;
  close?: () => Promise<void>;
  era?: 'stateless';
  flavour?: 'sse';
  opening?: (context: ConnectContext) => void;
  enabled: boolean;
}

export interface World {
  clock: FakeClock;
  script: Script;
  server: SupervisedServer;
  connections: Played[];
  /** When each attempt to connect was made, in seconds since the start. */
  attempts: number[];
  /** What was asked over all connections. */
  asked: string[];
  logged: string[];
  /** The names of the tools that are offered now. */
  offered: () => string[];
  last: () => Played;
}

export const http: HttpTransport = { kind: 'http', url: 'http://docs.example/mcp', headers: {} };

export const lost = (delivery: 'none' | 'unknown' = 'unknown') =>
  new ConnectionError('closed', 'the connection ended', { delivery });
export const refused = (httpStatus: number) =>
  new ConnectionError(
    httpStatus === 401 || httpStatus === 403 ? 'unauthorized' : 'http_status',
    `refused with ${httpStatus}`,
    { httpStatus },
  );
export const expired = new ConnectionError('session_expired', 'no such session', { httpStatus: 404 });
export const unreachable = (delivery: 'none' | 'unknown' = 'none') =>
  new ConnectionError('unreachable', 'nobody there', { delivery });
export const noMethod = new ConnectionError('rejected', 'no', { rpcCode: -32601, rpcMessage: 'Method not found' });
export const silent = new ConnectionError('timeout', 'no answer');

/** A supervised server that the test plays, on a clock of its own. Nothing has been started. */
export function createWorld(
  more: Partial<ServerEntry> = {},
  played: Partial<Script> = {},
  around: Partial<SupervisionContext> = {},
): World {
  const clock = createFakeClock();
  const begun = clock.now();
  const script: Script = {
    connects: [],
    tools: ['read'],
    capabilities: { tools: {} },
    call: async (name) => ({ ran: name }),
    list: async () => undefined,
    ping: async () => undefined,
    enabled: true,
    ...played,
  };
  const connections: Played[] = [];
  const attempts: number[] = [];
  const asked: string[] = [];
  const logged: string[] = [];
  const entry: ServerEntry = {
    name: 'docs',
    transport: { kind: 'stdio', command: 'docs', args: [], env: {} },
    protocol: 'auto',
    timeout: 300,
    connectTimeout: 60,
    supportsParallelToolCalls: false,
    tools: { exclude: [] },
    sampling: { enabled: true, exposeClientTools: false },
    elicitation: { enabled: true },
    ...more,
  };

  function play({ onEnded, onNotification }: ConnectContext): Played {
    let reason: Error | undefined;
    const end = (why: Error) => {
      if (reason !== undefined) return;
      reason = why;
      onEnded?.(why);
    };
    const connection: Played = {
      server: entry.name,
      era: script.era ?? 'handshake',
      revision: '2025-11-25',
      capabilities: script.capabilities,
      ...(script.flavour && { flavour: script.flavour }),
      closed: false,
      async listTools() {
        asked.push('tools/list');
        await script.list();
        return script.tools.map((tool) => (typeof tool === 'string' ? { name: tool } : (tool as { name: string })));
      },
      cacheHints: () => ({}),
      async callTool(name, _args, { signal } = {}) {
        asked.push(`call ${name}`);
        return script.call(name, connection, signal);
      },
      async request(method) {
        asked.push(method);
        return (await script.call(method, connection)) as JsonObject;
      },
      async ping(_seconds, by = 'ping') {
        asked.push(by === 'ping' ? 'ping' : 'a page of tools');
        await script.ping(by, connection);
      },
      ...(script.watch && {
        watchTools: async () => {
          asked.push('watch');
          await script.watch?.();
        },
      }),
      ended: () => reason,
      async close() {
        connection.closed = true;
        await script.close?.();
        end(new ConnectionError('closed', 'the connection was closed'));
      },
      breakOff: () => end(new ConnectionError('closed', 'the server exited')),
      notify: (method, params = {}) => onNotification?.(method, params),
    };
    connections.push(connection);
    return connection;
  }

  const server = superviseServer(entry, {
    home: '/nowhere',
    clientInfo: { name: 'c', version: '1', title: 'C', websiteUrl: 'http://c' },
    environment: {},
    log: (level, message) => logged.push(`${level}: ${message}`),
    clock,
    resolve: () => (script.enabled ? entry : undefined),
    async open(_entry, context) {
      attempts.push(Math.round((clock.now() - begun) / 100) / 10);
      script.opening?.(context);
      const outcome = script.connects.shift();
      if (outcome instanceof Error) throw outcome;
      await outcome;
      return play(context);
    },
    register: (_server, listing) => listing.tools.map(({ name }) => ({ name }) as RegisteredTool),
    ...around,
  });

  return {
    clock,
    script,
    server,
    connections,
    attempts,
    asked,
    logged,
    offered: () => server.tools().map(({ name }) => name),
    last() {
      const connection = connections.at(-1);
      if (connection === undefined) throw new Error('Expected a connection to have been made');
      return connection;
    },
  };
}

/** A world whose server is connected. */
export async function connectedWorld(...parts: Parameters<typeof createWorld>): Promise<World> {
  const world = createWorld(...parts);
  await world.server.start();
  return world;
}

/** A promise whose outcome can be looked at: its value, its error, or `pending`. */
export interface Followed {
  outcome: unknown;
}

/** Follows a promise; its error is then nobody else's business. */
export function follow(promise: Promise<unknown>): Followed {
  const followed: Followed = { outcome: 'pending' };
  const take = (outcome: unknown): void => {
    followed.outcome = outcome;
  };
  promise.then(take, take);
  return followed;
}

/** What a promise comes to, once all that needs no time has happened. */
export async function outcomeOf(promise: Promise<unknown>, clock: FakeClock): Promise<unknown> {
  const followed = follow(promise);
  await clock.settle();
  return followed.outcome;
}
