import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../types.ts';
import { connectedWorld, createWorld, follow, http } from './test-support/world.ts';
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

  it('may nest deeper than can be compared', async () => {
    const deep = (): JsonObject => ({
      name: 'deep',
      inputSchema: { default: JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as [] },
    });
    const { server, clock, script, last, offered } = await connectedWorld({}, { tools: [deep()] });
    script.tools = [deep(), 'read'];
    expect(await server.relist()).toEqual({ added: ['read'], removed: [] });
    await clock.advance(180);
    script.tools = [deep(), 'read'];
    last().breakOff();
    await clock.settle();
    expect(server.status()).toMatchObject({ state: 'connected', tools: 2 });
    expect(offered()).toEqual(['deep', 'read']);
  });

  it('leaves no connection open when no tools can be made of it', async () => {
    const register = () => {
      throw new Error('no tools');
    };
    const { server, clock, connections } = createWorld({}, {}, { register });
    void server.start();
    await clock.advance(7);
    expect(server.status()).toMatchObject({ state: 'parked', reason: 'no tools' });
    expect(connections.map(({ closed }) => closed)).toEqual([true, true, true, true]);
  });

  it('says when none of its tools is offered', async () => {
    const { server } = await connectedWorld({}, {}, { register: () => [] });
    expect(server.status()).toEqual({ name: 'docs', transport: 'stdio', state: 'filtered empty', tools: 0 });
  });
});
