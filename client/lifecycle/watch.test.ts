import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../connection/errors.ts';
import { connectedWorld, noMethod } from './test-support/world.ts';

const watches = (asked: string[]) => asked.filter((what) => what === 'watch').length;

describe('watching for changes of the tools', () => {
  it('asks the server once, after the list and without holding anything up', async () => {
    const { clock, asked, server } = await connectedWorld({}, { watch: () => new Promise(() => {}) });
    expect(asked).toEqual(['tools/list', 'watch']);
    expect(server.status().state).toBe('connected');
    await clock.advance(3600);
    expect(watches(asked)).toBe(1);
  });

  it('asks again when the server ends it, a few times', async () => {
    const { clock, asked, logged } = await connectedWorld({}, { watch: async () => undefined });
    await clock.advance(30.9);
    expect(watches(asked)).toBe(5);
    await clock.advance(600);
    expect(watches(asked)).toBe(6);
    expect(logged.at(-1)).toContain('does not tell of changes of its tools');
  });

  it('waits for as long as the server asks', async () => {
    const full = new ConnectionError('http_status', 'too much', { httpStatus: 429, retryAfter: 10 });
    const { clock, asked } = await connectedWorld({}, { watch: async () => Promise.reject(full) });
    await clock.advance(9.9);
    expect(watches(asked)).toBe(1);
    await clock.advance(0.1);
    expect(watches(asked)).toBe(2);
  });

  it('asks no further where the server does not know how', async () => {
    const { clock, asked, attempts } = await connectedWorld({}, { watch: async () => Promise.reject(noMethod) });
    await clock.advance(600);
    expect(watches(asked)).toBe(1);
    expect(attempts).toEqual([0]);
  });

  it('begins again with each session', async () => {
    const { clock, asked, last } = await connectedWorld({}, { watch: () => new Promise(() => {}) });
    await clock.advance(180);
    last().breakOff();
    await clock.settle();
    expect(watches(asked)).toBe(2);
  });
});
