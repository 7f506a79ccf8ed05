import { describe, expect, it } from 'vitest';
import { connectedWorld, follow, http } from './test-support/world.ts';

const call = { readOnly: false };

describe('recycling', () => {
  it('closes a stdio server that nobody uses, keeps its tools, and starts it for the next call', async () => {
    const { clock, server, last, attempts, offered, logged } = await connectedWorld({ idleTimeout: 60 });
    await clock.advance(50);
    await server.call('read', {}, call);
    await clock.advance(59);
    expect(last().closed).toBe(false);
    await clock.advance(1);
    expect(last().closed).toBe(true);
    expect(server.status()).toMatchObject({ state: 'idle', tools: 1 });
    expect(offered()).toEqual(['read']);
    expect(logged).toContain(
      'info: MCP server \'docs\' was closed until it is needed: MCP server "docs" was not used for 60 s',
    );
    await clock.advance(3600);
    expect(attempts).toEqual([0]);
    expect(await server.call('read', {}, call)).toMatchObject({ result: { ran: 'read' } });
    expect(attempts).toEqual([0, 3710]);
  });

  it('starts it again for a call that comes while it is being closed', async () => {
    const { clock, server, script, attempts } = await connectedWorld({ idleTimeout: 60 });
    let closed = () => {};
    script.close = () =>
      new Promise((resolve) => {
        closed = resolve;
      });
    await clock.advance(60);
    const [called, again] = [follow(server.call('read', {}, call)), follow(server.reconnect())];
    // As long as an idle server may take to start.
    await clock.advance(9.9);
    expect(server.status().state).toBe('idle');
    closed();
    await clock.settle();
    expect(called.outcome).toMatchObject({ result: { ran: 'read' } });
    expect(again.outcome).toBeUndefined();
    expect(attempts).toEqual([0, 69.9]);
  });

  it('closes one that is old, however much it is used', async () => {
    const { clock, server, last, logged } = await connectedWorld({ maxLifetime: 100, idleTimeout: 60 });
    for (let calls = 0; calls < 3; calls++) {
      await clock.advance(30);
      await server.call('read', {}, call);
    }
    expect(last().closed).toBe(false);
    await clock.advance(10);
    expect(last().closed).toBe(true);
    expect(logged.at(-1)).toContain('ran for 100 s');
  });

  it('waits for a request that is under way', async () => {
    const { clock, server, script, last } = await connectedWorld({ maxLifetime: 10 });
    let answer = () => {};
    script.call = () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      });
    const running = server.call('read', {}, call);
    await clock.advance(100);
    expect(last().closed).toBe(false);
    answer();
    await running;
    await clock.advance(1);
    expect(last().closed).toBe(true);
  });

  it('lets the call that wakes a server wait 15 seconds', async () => {
    const { clock, server, script } = await connectedWorld({ idleTimeout: 10 });
    await clock.advance(10);
    script.connects = [new Promise(() => {})];
    const running = follow(server.call('read', {}, call));
    await clock.advance(14.9);
    expect(running.outcome).toBe('pending');
    await clock.advance(0.1);
    expect(running.outcome).toMatchObject({ name: 'ServerDownError' });
  });

  it('leaves servers over HTTP alone', async () => {
    const { clock, last } = await connectedWorld({ transport: http, idleTimeout: 10, maxLifetime: 10 });
    await clock.advance(1000);
    expect(last().closed).toBe(false);
  });
});
