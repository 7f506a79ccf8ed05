import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../connection/errors.ts';
import { connectedWorld, createWorld, http } from './test-support/world.ts';

const overloaded = (count: number, httpStatus: number, retryAfter: number) =>
  Array.from({ length: count }, () => new ConnectionError('http_status', 'too much', { httpStatus, retryAfter }));

describe('the next attempt at a server that has too much to do', () => {
  it.each([
    [503, 3, [0, 3, 6, 10]],
    [429, 3, [0, 3, 6, 10]],
    [503, 2, [0, 2, 4, 8]],
    [503, 3600, [0, 4, 8, 12]],
    [503, 0, [0, 1, 3, 7]],
    [500, 3, [0, 1, 3, 7]],
  ])('after status %i comes no sooner than %i s later, up to the longest pause', async (status, seconds, expected) => {
    const { server, clock, attempts } = createWorld({}, { connects: overloaded(9, status, seconds) });
    void server.start();
    await clock.advance(20);
    expect(attempts).toEqual(expected);
    expect(server.status().state).toBe('parked');
  });

  it('comes at once when it is asked for, whatever the server asks', async () => {
    const { server, clock, attempts } = createWorld({}, { connects: overloaded(4, 503, 400) });
    void server.start();
    await clock.advance(12);
    await server.reconnect();
    expect(attempts).toEqual([0, 4, 8, 12, 12]);
  });

  it('is left alone for as long as the server asks, though it was of use', async () => {
    const { clock, server, script, attempts } = await connectedWorld({ transport: http, keepaliveInterval: 5 });
    await server.call('read', {}, { readOnly: true });
    script.ping = async () => Promise.reject(overloaded(1, 503, 10)[0]);
    await clock.advance(14.9);
    expect(attempts).toEqual([0]);
    await clock.advance(0.1);
    expect(attempts).toEqual([0, 15]);
  });
});
