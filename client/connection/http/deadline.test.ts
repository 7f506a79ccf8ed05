import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deadlineIn } from './deadline.ts';

describe('a deadline', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('aborts its signal when the time is up, not before, and says that it was the time', () => {
    const deadline = deadlineIn(1000);
    vi.advanceTimersByTime(999);
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(deadline.signal.aborted).toBe(true);
    expect(deadline.signal.reason).toMatchObject({ name: 'TimeoutError', message: 'The time is up' });
  });

  it('that was met never aborts, and nothing of it stays', () => {
    const deadline = deadlineIn(1000);
    expect(vi.getTimerCount()).toBe(1);
    deadline.met();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(2000);
    expect(deadline.signal.aborted).toBe(false);
  });

  it('can be met when it is over, or twice', () => {
    const deadline = deadlineIn(1000);
    vi.advanceTimersByTime(1000);
    deadline.met();
    deadline.met();
    expect(deadline.signal.aborted).toBe(true);
  });

  it('is one of its own', () => {
    const [first, second] = [deadlineIn(1000), deadlineIn(1000)];
    first.met();
    vi.advanceTimersByTime(1000);
    expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true]);
  });

  it('does not keep the process alive', () => {
    vi.useRealTimers();
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    const deadline = deadlineIn(60_000);
    const after = timers();
    deadline.met();
    expect(after).toBe(before);
  });
});
