import { describe, expect, it } from 'vitest';
import { serialise } from './serialise.ts';

/** Work that ends when the test says so. */
function played() {
  const running: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const ask = serialise(() => new Promise<string>((resolve, reject) => running.push({ resolve, reject })));
  return { ask, running };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('serialise', () => {
  it('makes those who ask meanwhile share one run afterwards', async () => {
    const { ask, running } = played();
    const answers = [ask(), ask(), ask(), ask()];
    expect(running).toHaveLength(1);
    running[0]?.resolve('first');
    await turn();
    expect(running).toHaveLength(2);
    running[1]?.resolve('second');
    expect(await Promise.all(answers)).toEqual(['first', 'second', 'second', 'second']);
    void ask();
    expect(running).toHaveLength(3);
  });

  it('goes on after a failure, which is told to those who shared it alone', async () => {
    const { ask, running } = played();
    const first = ask();
    const second = ask();
    running[0]?.reject(new Error('no'));
    await expect(first).rejects.toThrow('no');
    await turn();
    running[1]?.resolve('yes');
    expect(await second).toBe('yes');
  });
});
