import { describe, expect, it } from 'vitest';
import { createMalwareCheck } from './check.ts';
import type { Package } from './packages.ts';

const settings = { endpoint: 'http://127.0.0.1:9/', cacheSeconds: 3600, environment: {} };
const wanted: Package = { ecosystem: 'npm', name: 'server' };

function bench(answers: (string[] | Error)[] = []) {
  const asked: Package[] = [];
  let time = 0;
  const check = createMalwareCheck({
    now: () => time,
    ask: async (one) => {
      asked.push(one);
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? [];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { asked, check, pass: (seconds: number) => (time += seconds * 1000) };
}

describe('a malware check', () => {
  it('remembers verdicts for the time that is set, a clean bill too', async () => {
    const { asked, check, pass } = bench([['MAL-1'], []]);
    expect(await check(wanted, settings)).toEqual(['MAL-1']);
    pass(3599);
    expect(await check(wanted, settings)).toEqual(['MAL-1']);
    expect(asked).toHaveLength(1);
    pass(1);
    expect(await check(wanted, settings)).toEqual([]);
    expect(await check(wanted, settings)).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('remembers nothing where that is set to 0', async () => {
    const { asked, check } = bench();
    await check(wanted, { ...settings, cacheSeconds: 0 });
    await check(wanted, { ...settings, cacheSeconds: 0 });
    expect(asked).toHaveLength(2);
  });

  it('lets everything pass when it cannot ask, and asks again the next time', async () => {
    const { asked, check } = bench([new Error('down'), ['MAL-1']]);
    expect(await check(wanted, settings)).toEqual([]);
    expect(await check(wanted, settings)).toEqual(['MAL-1']);
    expect(asked).toHaveLength(2);
  });

  it('tells versions, ecosystems and databases apart', async () => {
    const { asked, check } = bench();
    await check(wanted, settings);
    await check({ ...wanted, version: '1.0.0' }, settings);
    await check({ ...wanted, ecosystem: 'PyPI' }, settings);
    await check(wanted, { ...settings, endpoint: 'http://127.0.0.1:10/' });
    expect(asked).toHaveLength(4);
  });

  it('keeps 256 verdicts and forgets the oldest', async () => {
    const { asked, check } = bench();
    const names = Array.from({ length: 257 }, (_, index) => `p${index}`);
    for (const name of names) await check({ ...wanted, name }, settings);
    await check({ ...wanted, name: 'p256' }, settings);
    await check({ ...wanted, name: 'p1' }, settings);
    expect(asked).toHaveLength(257);
    await check({ ...wanted, name: 'p0' }, settings);
    expect(asked).toHaveLength(258);
  });

  /** A database that never answers. */
  function silent(limits: { request: number; wall: number }) {
    const asked: AbortSignal[] = [];
    const check = createMalwareCheck({
      limits,
      ask: (_one, { signal }) => {
        asked.push(signal);
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
      },
    });
    return { asked, check };
  }

  it.each([
    ['one request', { request: 1, wall: 600_000 }],
    ['all of it', { request: 600_000, wall: 1 }],
  ])('gives up after the time for %s', async (_what, limits) => {
    const { asked, check } = silent(limits);
    expect(await check(wanted, settings)).toEqual([]);
    expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('gives up when nobody waits for it any more', async () => {
    const { asked, check } = silent({ request: 600_000, wall: 600_000 });
    const attempt = new AbortController();
    const checking = check(wanted, { ...settings, signal: attempt.signal });
    attempt.abort();
    expect(await checking).toEqual([]);
    expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
