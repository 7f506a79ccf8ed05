import { describe, expect, it } from 'vitest';
import { realClock } from './clock.ts';
import { createFakeClock } from './test-support/fake-clock.ts';
import { follow } from './test-support/world.ts';
import { waitFor } from './wait-for.ts';

describe('realClock', () => {
  it('sleeps, and wakes early when it is told to', async () => {
    const before = realClock.now();
    await realClock.sleep(5);
    expect(realClock.now()).toBeGreaterThanOrEqual(before + 4);
    const controller = new AbortController();
    const long = realClock.rest(Number.POSITIVE_INFINITY, controller.signal);
    controller.abort();
    await long;
    await realClock.sleep(1e9, controller.signal);
  });
});

describe('waitFor', () => {
  it('gives the value that comes in time, and leaves no timer behind', async () => {
    const clock = createFakeClock();
    expect(await waitFor(clock, 1000, Promise.resolve('x'))).toBe('x');
    await clock.settle();
    expect(clock.sleeping()).toBe(0);
  });

  it('gives nothing when the time is over, or the signal aborts', async () => {
    const clock = createFakeClock();
    const never = new Promise(() => {});
    const slow = follow(waitFor(clock, 1000, never));
    await clock.advance(0.9);
    expect(slow.outcome).toBe('pending');
    await clock.advance(0.1);
    expect(slow.outcome).toBeUndefined();
    expect(await waitFor(clock, 1000, never, AbortSignal.abort())).toBeUndefined();
  });

  it('fails as the promise fails', async () => {
    await expect(waitFor(createFakeClock(), 1000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
