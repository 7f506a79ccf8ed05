import { describe, expect, it, onTestFinished } from 'vitest';
import { ConnectionError } from '../connection/errors.ts';
import { connectedWorld, createWorld, follow, outcomeOf, refused, unreachable } from './test-support/world.ts';

describe('the end of a server', () => {
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

  it('closes a connection that is made in the same moment', async () => {
    const { server, clock, connections, logged } = createWorld();
    let closing: Promise<void> | undefined;
    server.onToolsChanged(() => {
      closing = server.close();
    });
    void server.start();
    await clock.settle();
    expect(await outcomeOf(closing ?? Promise.reject(new Error('not closed')), clock)).toBeUndefined();
    expect(connections.map(({ closed }) => closed)).toEqual([true]);
    expect([clock.sleeping(), logged]).toEqual([0, []]);
  });

  it('is told at once to calls that wait for a connection', async () => {
    const { server, clock } = createWorld({}, { connects: [unreachable()] });
    void server.start();
    await clock.settle();
    const call = follow(server.call('read', {}, { readOnly: true }));
    await clock.settle();
    await server.close();
    await clock.settle();
    expect(call.outcome).toMatchObject({ name: 'ServerDownError' });
    expect(await outcomeOf(server.call('read', {}, { readOnly: true }), clock)).toMatchObject({
      name: 'ServerDownError',
    });
    expect(clock.sleeping()).toBe(0);
  });

  it('is also that of a server that turns out to be none, for a call that waits', async () => {
    let fail = () => {};
    const connects = [
      new Promise((_, reject) => {
        fail = () => reject(new ConnectionError('not_mcp', 'a page'));
      }),
    ];
    const { server, clock } = createWorld({}, { connects });
    void server.start();
    const call = follow(server.call('read', {}, { readOnly: true }));
    await clock.settle();
    fail();
    await clock.settle();
    expect(call.outcome).toMatchObject({ message: expect.stringContaining('the user has to look at it') });
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
