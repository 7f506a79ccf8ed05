import { describe, expect, it, onTestFinished } from 'vitest';
import { ConnectionError } from '../connection/errors.ts';
import { connectedWorld, createWorld, follow, http, outcomeOf, refused, unreachable } from './test-support/world.ts';
import type { Listing } from './types.ts';

describe('a lazy server', () => {
  const kept: Listing = { tools: [{ name: 'read' }, { name: 'gone' }], capabilities: { tools: {} }, hints: {} };

  it('offers what is kept of it, and is started by its first call', async () => {
    const written: string[][] = [];
    const cache = {
      read: () => kept,
      write: (_: unknown, { tools }: Listing) => written.push(tools.map((t) => t.name)),
    };
    const { server, attempts, offered } = await connectedWorld({ lazy: true }, {}, { cache });
    expect(attempts).toEqual([]);
    expect(offered()).toEqual(['read', 'gone']);
    expect(server.status()).toMatchObject({ state: 'lazy', tools: 2 });
    expect(await server.call('read', {}, { readOnly: false })).toEqual({
      result: { ran: 'read' },
      revision: '2025-11-25',
    });
    expect(offered()).toEqual(['read']);
    expect(written).toEqual([['read']]);
  });

  it('has its tools as it lists them once it is started', async () => {
    const cache = { read: () => kept, write: () => undefined };
    const tools = [{ name: 'read', outputSchema: { type: 'object' } }];
    const { server } = await connectedWorld({ lazy: true }, { tools }, { cache });
    expect([server.listed('read'), server.listed('none')]).toEqual([{ name: 'read' }, undefined]);
    await server.call('read', {}, { readOnly: true });
    const listed = server.listed('read');
    expect(listed).toEqual(tools[0]);
    expect(server.listed('gone')).toBeUndefined();
    await server.relist();
    expect(server.listed('read')).toBe(listed);
  });

  it('has its connect_timeout and 30 seconds for that', async () => {
    const cache = { read: () => kept, write: () => undefined };
    const connects = [new Promise(() => {})];
    const { server, clock } = await connectedWorld({ lazy: true, connectTimeout: 10 }, { connects }, { cache });
    const call = follow(server.call('read', {}, { readOnly: true }));
    await clock.advance(39.9);
    expect(call.outcome).toBe('pending');
    await clock.advance(0.1);
    expect(call.outcome).toMatchObject({ name: 'ServerDownError' });
  });

  it('is connected at the start when nothing is kept of it', async () => {
    const { attempts } = await connectedWorld({ lazy: true }, {}, { cache: { read: () => undefined, write() {} } });
    expect(attempts).toEqual([0]);
  });
});

describe('a server over HTTP', () => {
  it('is spoken to as before when it is connected to anew, until it has another address', async () => {
    const entry = createWorld({ transport: http }).server.entry;
    const flavours: unknown[] = [];
    let url = http.url;
    const { clock, last, ...world } = createWorld(
      { transport: http },
      { flavour: 'sse', opening: ({ flavour }) => flavours.push(flavour) },
      { resolve: () => ({ ...entry, transport: { ...http, url } }) },
    );
    await world.server.start();
    for (const address of [http.url, 'http://other.example/mcp']) {
      url = address;
      await world.server.call('read', {}, { readOnly: true });
      last().breakOff();
      await clock.settle();
    }
    expect(flavours).toEqual([undefined, 'sse', undefined]);
  });
});

describe('the secrets of an entry', () => {
  const transport = { ...http, headers: { Authorization: 'Bearer tok-123456' } };
  const environment = { HTTP_PROXY: 'http://me:proxy-word@p' };
  const said = 'unknown tok-123456 of proxy-word';
  const no = (code: ConstructorParameters<typeof ConnectionError>[0]) => new ConnectionError(code, said);

  it('are in no status, no log and no error, wherever a server or a proxy repeats them', async () => {
    const { server, clock, script, last, logged } = createWorld(
      { transport, keepaliveInterval: 5 },
      {
        connects: [no('unreachable')],
        opening: ({ log }) => log(said),
        watch: async () => Promise.reject(no('rejected')),
      },
      { environment },
    );
    void server.start();
    await clock.settle();
    expect(server.status()).toMatchObject({ reason: 'unknown [REDACTED] of [REDACTED]' });
    await clock.advance(1);
    script.call = async () => Promise.reject(no('rejected'));
    await expect(server.call('read', {}, { readOnly: true })).rejects.toThrow('unknown [REDACTED] of [REDACTED]');
    script.list = async () => Promise.reject(no('rejected'));
    await expect(server.relist()).rejects.toThrow('unknown [REDACTED] of [REDACTED]');
    script.ping = async () => Promise.reject(no('http_status'));
    await clock.advance(60);
    script.list = async () => undefined;
    script.ping = async () => undefined;
    await server.reconnect();
    await clock.advance(31);
    last().close = async () => Promise.reject(no('closed'));
    await server.close();
    for (const what of ['did not close well', 'does not tell of changes', 'is tried again', 'is given up for now'])
      expect(logged.join()).toMatch(new RegExp(`${what}[^,]*unknown .REDACTED. of .REDACTED.`));
    expect(logged.join()).not.toMatch(/tok-|proxy-word/);
  });

  it('are those of the attempt, when they have been renewed', async () => {
    const { entry } = createWorld({ transport }).server;
    const renewed = { ...entry, transport: { ...transport, headers: { Authorization: 'Bearer new-654321' } } };
    const { server, clock, logged } = createWorld(
      { transport },
      { connects: [no('unreachable'), new ConnectionError('unreachable', 'unknown new-654321')] },
      { resolve: () => renewed },
    );
    void server.start();
    await clock.advance(1);
    expect(server.status()).toMatchObject({ reason: 'unknown [REDACTED]' });
    expect(logged.join()).not.toMatch(/tok-|new-/);
  });
});

describe('a list that changes', () => {
  it('is passed on, but not for a server without tools', async () => {
    const heard: string[] = [];
    const onListChanged = ({ name }: { name: string }) => heard.push(name);
    const one = await connectedWorld({}, {}, { onListChanged });
    one.last().notify('notifications/tools/list_changed');
    expect(heard).toEqual(['docs']);
    const other = await connectedWorld({}, { capabilities: {} }, { onListChanged });
    other.last().notify('notifications/tools/list_changed');
    expect(heard).toEqual(['docs']);
  });

  it('is passed on when it changed while it was read for the first time', async () => {
    const heard: string[] = [];
    const world = createWorld({}, {}, { onListChanged: ({ name }) => heard.push(name) });
    world.script.list = async () => world.last().notify('notifications/tools/list_changed');
    await world.server.start();
    await world.clock.settle();
    expect(heard).toEqual(['docs']);
  });

  it('is read anew on demand, and tells what it changed', async () => {
    const { server, script, offered } = await connectedWorld({}, { tools: ['a', 'b'] });
    let told = 0;
    const stop = server.onToolsChanged(() => {
      told += 1;
    });
    expect(await server.relist()).toEqual({ added: [], removed: [] });
    expect(told).toBe(0);
    script.tools = ['b', 'c'];
    expect(await server.relist()).toEqual({ added: ['c'], removed: ['a'] });
    expect(offered()).toEqual(['b', 'c']);
    expect(told).toBe(1);
    stop();
    script.tools = [];
    await server.relist();
    expect(told).toBe(1);
  });

  it('says when none of its tools is offered', async () => {
    const { server } = await connectedWorld({}, {}, { register: () => [] });
    expect(server.status()).toEqual({ name: 'docs', transport: 'stdio', state: 'filtered empty', tools: 0 });
  });
});

describe('the end', () => {
  it('closes the connection, and nothing is made anew', async () => {
    const { server, clock, connections, attempts } = await connectedWorld();
    await server.close();
    await clock.advance(3600);
    expect(connections.map(({ closed }) => closed)).toEqual([true]);
    expect(attempts).toEqual([0]);
    expect(clock.sleeping()).toBe(0);
  });

  it('waits ten seconds for a connection that does not close', async () => {
    const { server, clock, last, logged } = await connectedWorld();
    last().close = () => new Promise(() => {});
    const closed = server.close();
    await clock.advance(9.9);
    expect(await outcomeOf(closed, clock)).toBe('pending');
    await clock.advance(0.1);
    expect(await outcomeOf(closed, clock)).toBeUndefined();
    expect(logged).toContain("warning: MCP server 'docs' did not close within 10 s");
  });

  it('reports a connection that does not close well', async () => {
    const { server, last, logged } = await connectedWorld();
    last().close = async () => Promise.reject(new Error('token=abc'));
    await server.close();
    expect(logged).toContain("warning: MCP server 'docs' did not close well: [REDACTED]");
  });

  it('raises nothing where a connection that is given up does not close well', async () => {
    const { server, clock, script, logged } = createWorld(
      {},
      { close: async () => Promise.reject(new Error('stuck')) },
    );
    let fail = () => {};
    script.list = () =>
      new Promise((_, reject) => {
        fail = () => reject(new Error('gone'));
      });
    void server.start();
    await clock.settle();
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const closed = server.close();
    await clock.settle();
    fail();
    await closed;
    expect(logged).toContain("warning: MCP server 'docs' did not close well: stuck");
    expect(unhandled).toEqual([]);
  });

  it('gives up a server that is still connecting, and one that is parked', async () => {
    const connecting = createWorld({}, { connects: [unreachable()] });
    const started = connecting.server.start();
    await connecting.clock.settle();
    await connecting.server.close();
    await started;
    const parked = createWorld({}, { connects: [refused(401)] });
    await parked.server.start();
    await parked.server.close();
    expect(connecting.clock.sleeping() + parked.clock.sleeping()).toBe(0);
    expect(connecting.logged.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('closes a connection that is made when nobody wants it any more', async () => {
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { server, clock, connections, attempts } = createWorld({}, { connects: [late] });
    void server.start();
    await clock.settle();
    const closed = server.close();
    release();
    await closed;
    expect(connections.map(({ closed: is }) => is)).toEqual([true]);
    expect(attempts).toEqual([0]);
  });
});
