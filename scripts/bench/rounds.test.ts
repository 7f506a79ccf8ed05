import { expect, it } from 'vitest';
import { CaseFailed } from './figure.ts';
import { measureRounds } from './rounds.ts';

const quiet = { stderr: () => undefined, cancel: new AbortController().signal };

it('measures in turn, and does not count the first round', async () => {
  const order: string[] = [];
  const count = (name: string) => ({
    name,
    title: name,
    async measure() {
      order.push(name);
      return { cpu: order.length, wall: 0 };
    },
  });
  const measured = await measureRounds([count('a'), count('b')], 2, quiet);
  expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  expect(measured.get('a')).toEqual([
    { cpu: 3, wall: 0 },
    { cpu: 5, wall: 0 },
  ]);
});

it('forgets the figures of a case that fails later', async () => {
  let runs = 0;
  const failing = {
    name: 'a',
    title: 'a',
    async measure() {
      runs += 1;
      if (runs === 3) throw new CaseFailed('exit code 1');
      return { cpu: 1, wall: 1 };
    },
  };
  const measured = await measureRounds([failing], 5, quiet);
  expect(measured.get('a')).toBeInstanceOf(CaseFailed);
  expect(runs).toBe(3);
});

it('passes on what is no fault of the case', async () => {
  const measure = () => Promise.reject(new TypeError('ours'));
  await expect(measureRounds([{ name: 'a', title: 'a', measure }], 1, quiet)).rejects.toThrow('ours');
});
