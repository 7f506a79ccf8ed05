import { describe, expect, it } from 'vitest';
import { createLock } from './lock.ts';

describe('createLock', () => {
  it('runs work one at a time and in order, past a failure', async () => {
    const alone = createLock();
    const events: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = alone(async () => {
      events.push('first starts');
      await held;
      events.push('first fails');
      throw new Error('first');
    });
    const second = alone(async () => {
      events.push('second');
      return 2;
    });
    release();
    await expect(first).rejects.toThrow('first');
    expect(await second).toBe(2);
    expect(events).toEqual(['first starts', 'first fails', 'second']);
  });
});
