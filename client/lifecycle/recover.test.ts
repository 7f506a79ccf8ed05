import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../connection/errors.ts';
import type { ServerEntry } from '../types.ts';
import {
  connectedWorld,
  createWorld,
  expired,
  follow,
  http,
  lost,
  outcomeOf,
  refused,
  silent,
  unreachable,
  type World,
} from './test-support/world.ts';

const overHttp: Partial<ServerEntry> = { transport: http };
const read = { readOnly: true };
const write = { readOnly: false };

/** The first call fails with `error`, all others succeed; over stdio the process is gone with it. */
async function failingOnce(error: Error, more: Partial<ServerEntry> = {}): Promise<World> {
  const world = await connectedWorld(more);
  let calls = 0;
  world.script.call = async (name, connection) => {
    calls += 1;
    if (calls > 1) return { ran: name };
    if (more.transport === undefined) connection.breakOff();
    throw error;
  };
  return world;
}

const calls = ({ asked }: World) => asked.filter((what) => what.startsWith('call'));

describe('a session that has expired', () => {
  const answers = [
    expired,
    new ConnectionError('rejected', 'x', { rpcCode: -32000, rpcMessage: 'Session not found' }),
    new ConnectionError('http_status', 'it said: Session Expired', { httpStatus: 400 }),
    unreachable('unknown'),
    lost(),
  ];

  it.each(answers)('is made anew, and a call that only reads is sent again: %s', async (error) => {
    const world = await failingOnce(error, overHttp);
    expect(await world.server.call('t', {}, read)).toEqual({ result: { ran: 't' }, revision: '2025-11-25' });
    expect(calls(world)).toHaveLength(2);
    expect(world.attempts).toEqual([0, 0]);
  });

  it.each(answers)('leaves a call that may write uncertain, and never sends it again: %s', async (error) => {
    const world = await failingOnce(error, overHttp);
    const outcome = await outcomeOf(world.server.call('t', {}, write), world.clock);
    expect(outcome).toMatchObject({ name: 'OutcomeUncertainError', server: 'docs' });
    expect((outcome as Error).message).toContain('there is a new one now');
    expect(calls(world)).toHaveLength(1);
    expect(world.attempts).toEqual([0, 0]);
  });

  it('says after 15 seconds that there is no new one', async () => {
    const world = await failingOnce(expired, overHttp);
    world.script.connects = [new Promise(() => {})];
    const call = follow(world.server.call('t', {}, write));
    await world.clock.advance(14.9);
    expect(call.outcome).toBe('pending');
    await world.clock.advance(0.1);
    expect(String(call.outcome)).toContain('there is no new one yet');
  });

  it('gives up a call that only reads after 15 seconds with the error that it had', async () => {
    const world = await failingOnce(expired, overHttp);
    world.script.connects = [new Promise(() => {})];
    const call = follow(world.server.call('t', {}, read));
    await world.clock.advance(15);
    expect(call.outcome).toBe(expired);
  });

  it('is made anew once for one call', async () => {
    const world = await connectedWorld(overHttp);
    world.script.call = async () => Promise.reject(expired);
    expect(await outcomeOf(world.server.call('t', {}, read), world.clock)).toBe(expired);
    expect(calls(world)).toHaveLength(2);
  });

  it('does not touch the calls that wait behind the one that finds out', async () => {
    const world = await failingOnce(expired, overHttp);
    const { call: play } = world.script;
    const over: number[] = [];
    world.script.call = (name, connection) => {
      over.push(world.connections.indexOf(connection));
      return play(name, connection);
    };
    const [first, ...others] = ['a', 'b', 'c'].map((name) => world.server.call(name, {}, write));
    expect(await Promise.all(others)).toEqual(['b', 'c'].map((ran) => ({ result: { ran }, revision: '2025-11-25' })));
    await expect(first).rejects.toMatchObject({ name: 'OutcomeUncertainError' });
    expect(calls(world)).toEqual(['call a', 'call b', 'call c']);
    expect(over).toEqual([0, 1, 1]);
  });

  it('is healed for utility requests as for calls that only read', async () => {
    const world = await failingOnce(expired, overHttp);
    expect(await world.server.request('resources/list')).toEqual({
      result: { ran: 'resources/list' },
      revision: '2025-11-25',
    });
  });

  it.each([
    silent,
    refused(403),
    refused(404),
    refused(500),
    new ConnectionError('rejected', 'x', { rpcMessage: 'no such file' }),
  ])('is not what this error means: %s', async (error) => {
    const world = await failingOnce(error, overHttp);
    expect(await outcomeOf(world.server.call('t', {}, read), world.clock)).toBe(error);
    expect(world.attempts).toEqual([0]);
  });
});

describe('a stdio server that has ended', () => {
  it.each([read, write])('during a call leaves it uncertain: %j', async (options) => {
    const world = await failingOnce(lost());
    const outcome = await outcomeOf(world.server.call('t', {}, options), world.clock);
    expect(outcome).toMatchObject({ name: 'OutcomeUncertainError' });
    expect(calls(world)).toHaveLength(1);
    expect(world.attempts).toEqual([0, 0]);
  });

  it.each([read, write])('before a call was sent is started again for it: %j', async (options) => {
    const world = await failingOnce(lost('none'));
    expect(await world.server.call('t', {}, options)).toEqual({ result: { ran: 't' }, revision: '2025-11-25' });
    expect(world.attempts).toEqual([0, 0]);
  });

  it('and does not come back within 15 seconds is said to be down', async () => {
    const world = await failingOnce(lost('none'));
    world.script.connects = [new Promise(() => {})];
    const call = follow(world.server.call('t', {}, write));
    await world.clock.advance(15);
    const { outcome } = call;
    expect(outcome).toMatchObject({ name: 'ServerDownError' });
    expect(String(outcome)).toContain('never reached it');
  });

  it('and ends again before the call was sent is not started a third time', async () => {
    const world = await connectedWorld();
    world.script.call = async (_name, connection) => {
      connection.breakOff();
      throw lost('none');
    };
    const outcome = await outcomeOf(world.server.call('t', {}, write), world.clock);
    expect(String(outcome)).toContain('started again for this call and ended at once');
    expect(calls(world)).toHaveLength(2);
  });

  it('is not what a process says of a session of its own: it is started anew, and what only reads is sent again', async () => {
    const told = new ConnectionError('rejected', 'x', { rpcCode: -32000, rpcMessage: 'upstream session expired' });
    const world = await connectedWorld();
    world.script.call = async () => (calls(world).length === 1 ? Promise.reject(told) : 'done');
    expect(await world.server.call('t', {}, read)).toMatchObject({ result: 'done' });
    expect(world.connections.map(({ closed }) => closed)).toEqual([true, false]);
  });

  it('and ends again when it has the call leaves it uncertain', async () => {
    const world = await connectedWorld();
    world.script.call = async (_name, connection) => {
      connection.breakOff();
      throw lost(calls(world).length === 1 ? 'none' : 'unknown');
    };
    const outcome = await outcomeOf(world.server.call('t', {}, write), world.clock);
    expect(outcome).toMatchObject({ name: 'OutcomeUncertainError' });
    expect(calls(world)).toHaveLength(2);
  });
});

describe('a call', () => {
  it.each([unreachable(), refused(401)])(
    'that was not taken is sent once more, whatever it does: %s',
    async (error) => {
      const world = await failingOnce(error, overHttp);
      const call = follow(world.server.call('t', {}, write));
      await world.clock.advance(2);
      expect(call.outcome).toEqual({ result: { ran: 't' }, revision: '2025-11-25' });
    },
  );

  it('that is refused twice is not sent a third time', async () => {
    const world = await connectedWorld(overHttp);
    world.script.call = async () => Promise.reject(refused(401));
    const call = follow(world.server.call('t', {}, write));
    await world.clock.advance(2);
    expect(call.outcome).toMatchObject({ httpStatus: 401 });
    expect(calls(world)).toHaveLength(2);
  });

  it('says so when this client ended its connection on purpose', async () => {
    const world = await connectedWorld();
    world.script.call = (_name, connection) =>
      new Promise((_, reject) => {
        const close = connection.close.bind(connection);
        connection.close = async () => {
          reject(lost());
          await close();
        };
      });
    const call = follow(world.server.call('t', {}, read));
    await world.clock.settle();
    void world.server.reconnect();
    await world.clock.settle();
    const { outcome } = call;
    expect(outcome).toMatchObject({ name: 'OutcomeUncertainError' });
    expect(String(outcome)).toContain('This client gave up its connection');
    expect(world.attempts).toEqual([0, 0]);
  });

  it('that was cancelled is not sent again', async () => {
    const cancelled = new ConnectionError('cancelled', 'cancelled', { delivery: 'unknown' });
    const world = await failingOnce(cancelled, overHttp);
    const aborted = AbortSignal.abort();
    expect(await outcomeOf(world.server.call('t', {}, { ...read, signal: aborted }), world.clock)).toBe(cancelled);
    expect(calls(world)).toHaveLength(1);
    expect(world.attempts).toEqual([0]);
  });
});

describe('without a session', () => {
  async function parted(): Promise<World> {
    const world = await connectedWorld();
    await world.clock.advance(180);
    world.script.connects = Array.from({ length: 9 }, () => unreachable());
    world.last().breakOff();
    await world.clock.settle();
    return world;
  }

  it('a call waits five seconds for one', async () => {
    const world = await parted();
    const call = follow(world.server.call('t', {}, write));
    await world.clock.advance(4.9);
    expect(call.outcome).toBe('pending');
    await world.clock.advance(0.1);
    const { outcome } = call;
    expect(outcome).toMatchObject({ name: 'ServerDownError' });
    expect(String(outcome)).toContain("MCP server 'docs' is not connected (nobody there)");
    expect(calls(world)).toEqual([]);
  });

  it('a call goes out when there is one in time', async () => {
    const world = await parted();
    world.script.connects = [unreachable()];
    const call = follow(world.server.call('t', {}, write));
    await world.clock.advance(3);
    expect(call.outcome).toMatchObject({ result: { ran: 't' } });
  });

  it('a call wakes a server that is parked', async () => {
    const world = await parted();
    await world.clock.advance(31);
    expect(world.server.status().state).toBe('parked');
    world.script.connects = [];
    expect(await world.server.call('t', {}, write)).toMatchObject({ result: { ran: 't' } });
  });

  it('a call does not wait for a server that needs a person', async () => {
    const world = createWorld({}, { connects: [refused(401)] });
    await world.server.start();
    const outcome = await outcomeOf(world.server.call('t', {}, write), world.clock);
    expect(String(outcome)).toContain('Do not call its tools again');
    expect(world.attempts).toEqual([0]);
  });

  it('a call ends when it is cancelled', async () => {
    const world = await parted();
    const controller = new AbortController();
    const call = follow(world.server.call('t', {}, { ...write, signal: controller.signal }));
    await world.clock.settle();
    controller.abort();
    await world.clock.settle();
    expect(call.outcome).toMatchObject({ name: 'ServerDownError' });
  });
});
