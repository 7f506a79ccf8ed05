import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../connection/errors.ts';
import { createWorld, http } from './test-support/world.ts';

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
