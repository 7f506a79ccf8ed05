import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../connection/errors.ts';
import { connectedWorld, createWorld, http, lost, outcomeOf, refused, unreachable } from './test-support/world.ts';

const many = (count: number) => Array.from({ length: count }, () => unreachable());

describe('the first connection', () => {
  it('is tried once and three times more, 1, 2 and 4 seconds apart, before the server is parked', async () => {
    const { server, clock, attempts, logged } = createWorld({}, { connects: many(9) });
    const started = server.start();
    await clock.advance(6.9);
    expect(attempts).toEqual([0, 1, 3]);
    expect(await outcomeOf(started, clock)).toBe('pending');
    await clock.advance(0.1);
    expect(attempts).toEqual([0, 1, 3, 7]);
    expect(await outcomeOf(started, clock)).toBeUndefined();
    expect(server.status()).toEqual({
      name: 'docs',
      transport: 'stdio',
      state: 'parked',
      tools: 0,
      reason: 'nobody there',
    });
    expect(logged.filter((line) => line.startsWith('error'))).toEqual([
      "error: MCP server 'docs' is left out: nobody there",
    ]);
  });

  it('makes its pauses a fifth shorter or longer by chance', async () => {
    const quick = createWorld({}, { connects: many(9) });
    quick.clock.random = () => 0;
    void quick.server.start();
    await quick.clock.advance(10);
    expect(quick.attempts).toEqual([0, 0.8, 2.4, 5.6]);
  });

  it('offers the tools once it has succeeded', async () => {
    const { server, clock, offered, attempts } = createWorld({}, { connects: many(2), tools: ['a', 'b'] });
    void server.start();
    expect(server.status().state).toBe('connecting');
    await clock.advance(3);
    expect(attempts).toEqual([0, 1, 3]);
    expect(offered()).toEqual(['a', 'b']);
    expect(server.status()).toEqual({ name: 'docs', transport: 'stdio', state: 'connected', tools: 2 });
  });

  it('fails where the list fails, and leaves no connection open', async () => {
    const { server, clock, script, connections } = createWorld({}, { list: async () => Promise.reject(lost()) });
    void server.start();
    await clock.settle();
    expect(connections.map(({ closed }) => closed)).toEqual([true]);
    script.list = async () => undefined;
    await clock.advance(1);
    expect(server.status().state).toBe('connected');
  });

  it.each([
    refused(401),
    refused(403),
    new ConnectionError('spawn_failed', 'no such command'),
    new ConnectionError('era_mismatch', 'no common revision'),
  ])('is not tried again after %s', async (error) => {
    const { server, clock, attempts } = createWorld({}, { connects: [error] });
    await server.start();
    await clock.advance(299);
    expect(attempts).toEqual([0]);
    expect(server.status().state).toBe('parked');
  });

  it.each(['invalid_entry', 'not_mcp'] as const)('is given up for good after %s', async (code) => {
    const { server, clock, attempts } = createWorld({}, { connects: [new ConnectionError(code, 'no')] });
    await server.start();
    await clock.advance(3600);
    expect(attempts).toEqual([0]);
    expect(server.status()).toMatchObject({ state: 'failed', reason: 'no' });
  });

  it('tries a process again that could not be started for want of memory', async () => {
    const cause = Object.assign(new Error('spawn'), { code: 'ENOMEM' });
    const { server, clock } = createWorld({}, { connects: [new ConnectionError('spawn_failed', 'no', { cause })] });
    void server.start();
    await clock.advance(1);
    expect(server.status().state).toBe('connected');
  });
});

describe('a lost connection', () => {
  it('is made anew at once when it was of use, and then 1, 2, 4, 8 and 16 seconds apart', async () => {
    const { server, clock, script, last, attempts, offered } = await connectedWorld();
    await server.call('read', {}, { readOnly: true });
    script.connects = many(20);
    last().breakOff();
    await clock.advance(30.9);
    expect(attempts).toEqual([0, 0, 1, 3, 7, 15]);
    expect(offered()).toEqual(['read']);
    await clock.advance(0.1);
    expect(attempts.at(-1)).toBe(31);
    expect(server.status()).toMatchObject({ state: 'parked', tools: 0 });
    expect(offered()).toEqual([]);
  });

  it('counts as a failure when it was of no use', async () => {
    const { clock, server, last, attempts } = await connectedWorld();
    for (let drops = 0; drops < 6; drops++) {
      last().breakOff();
      await clock.advance(16);
    }
    // The sessions ended at 0, 16, 32 … and waited 1, 2, 4, 8 and 16 seconds each.
    expect(attempts).toEqual([0, 1, 18, 36, 56, 80]);
    expect(server.status().state).toBe('parked');
  });

  it('forgets its failures once it is of use', async () => {
    const { clock, server, last, attempts } = await connectedWorld();
    for (let drops = 0; drops < 20; drops++) {
      await server.call('read', {}, { readOnly: true });
      last().breakOff();
      await clock.settle();
    }
    expect(attempts).toHaveLength(21);
    expect(clock.now()).toBe(1_000_000);
  });

  it('takes three minutes of a stdio server without keepalive for use', async () => {
    const { clock, last, attempts } = await connectedWorld();
    await clock.advance(180);
    last().breakOff();
    await clock.settle();
    expect(attempts).toEqual([0, 180]);
  });

  it('is not counted when calls were under way', async () => {
    const { clock, server, script, last, attempts } = await connectedWorld();
    script.call = () => new Promise(() => {});
    void server.call('read', {}, { readOnly: true }).catch(() => undefined);
    await clock.settle();
    last().breakOff();
    await clock.settle();
    expect(attempts).toEqual([0, 0]);
  });

  it('makes no second connection before the first is closed', async () => {
    const { clock, last, connections } = await connectedWorld();
    await clock.advance(180);
    const first = last();
    let release = () => {};
    first.close = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    first.breakOff();
    await clock.settle();
    expect(connections).toHaveLength(1);
    release();
    await clock.settle();
    expect(connections).toHaveLength(2);
  });

  it('gets one more attempt after a refusal of its credentials, if they were good before', async () => {
    const { clock, server, script, last, attempts } = await connectedWorld({ transport: http, keepaliveInterval: 5 });
    script.ping = async () => Promise.reject(refused(401));
    await server.call('read', {}, { readOnly: true });
    script.connects = [refused(401)];
    await clock.advance(5.9);
    expect(last().closed).toBe(true);
    expect(attempts).toEqual([0]);
    await clock.advance(0.1);
    expect(attempts).toEqual([0, 6]);
    expect(server.status().state).toBe('parked');
  });

  it('is parked at once when its credentials were never good for anything', async () => {
    const { clock, server, script, attempts } = await connectedWorld({ transport: http, keepaliveInterval: 5 });
    script.ping = async () => Promise.reject(refused(401));
    await clock.advance(10);
    expect(attempts).toEqual([0]);
    expect(server.status().state).toBe('parked');
  });
});

describe('a parked server', () => {
  it('is also one whose entry has become invalid after it was connected', async () => {
    const { clock, server, script, last } = await connectedWorld();
    await clock.advance(180);
    script.connects = [new ConnectionError('invalid_entry', 'no')];
    last().breakOff();
    await clock.settle();
    expect(server.status().state).toBe('parked');
    await clock.advance(300);
    expect(server.status().state).toBe('connected');
  });

  it('gets its whole ladder every five minutes when it was never connected', async () => {
    const { clock, server, attempts } = createWorld({}, { connects: many(7) });
    await Promise.all([server.start(), clock.advance(7)]);
    await clock.advance(299.9);
    expect(attempts).toEqual([0, 1, 3, 7]);
    await clock.advance(8);
    expect(attempts).toEqual([0, 1, 3, 7, 307, 308, 310, 314]);
    expect(server.status().state).toBe('connected');
  });

  it('gets one attempt every five minutes when it was, and offers its tools again', async () => {
    const { clock, server, script, last, attempts, offered } = await connectedWorld();
    await clock.advance(180);
    script.connects = many(7);
    last().breakOff();
    await clock.advance(31);
    expect(server.status().state).toBe('parked');
    await clock.advance(299);
    expect(attempts).toHaveLength(7);
    await clock.advance(2);
    expect(attempts).toHaveLength(8);
    expect(offered()).toEqual([]);
    await clock.advance(300);
    expect(attempts).toHaveLength(9);
    expect(offered()).toEqual(['read']);
  });

  it('is left alone while the configuration does not want it', async () => {
    const { clock, server, script, attempts } = createWorld({}, { connects: [refused(401)] });
    await server.start();
    script.enabled = false;
    const { reason } = server.status();
    await clock.advance(1000);
    expect(attempts).toEqual([0]);
    expect(server.status()).toMatchObject({ state: 'parked', reason });
    script.enabled = true;
    await clock.advance(300);
    expect(server.status().state).toBe('connected');
  });

  it('is tried at once when it is asked for', async () => {
    const { server } = createWorld({}, { connects: [refused(401)] });
    await server.start();
    await server.reconnect();
    expect(server.status().state).toBe('connected');
  });
});
