import { describe, expect, it } from 'vitest';
import { createCooldown } from './cooldown.ts';
import { createFakeClock } from './test-support/fake-clock.ts';

describe('createCooldown', () => {
  it('holds a server longer with each failure, and never longer than ten minutes', async () => {
    const clock = createFakeClock();
    const cooldown = createCooldown(clock);
    expect(cooldown.holds('docs')).toBe(false);
    for (const seconds of [30, 60, 120, 240, 480, 600, 600]) {
      cooldown.failed('docs');
      await clock.advance(seconds - 0.1);
      expect(cooldown.holds('docs')).toBe(true);
      expect(cooldown.holds('other')).toBe(false);
      await clock.advance(0.1);
      expect(cooldown.holds('docs')).toBe(false);
    }
  });

  it('forgets all failures after a success', async () => {
    const clock = createFakeClock();
    const cooldown = createCooldown(clock);
    cooldown.failed('docs');
    cooldown.failed('docs');
    cooldown.succeeded('docs');
    expect(cooldown.holds('docs')).toBe(false);
    cooldown.failed('docs');
    await clock.advance(30);
    expect(cooldown.holds('docs')).toBe(false);
  });
});
