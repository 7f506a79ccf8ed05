import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BatchItem, runBatch } from './batch.ts';

/** Runs a batch of calls that take as many event-loop turns as `turns` says, and notes when each starts and ends. */
async function trace(calls: { parallel: boolean; turns: number }[]) {
  const events: string[] = [];
  const items = calls.map(({ parallel, turns }, index): BatchItem<number> => {
    return {
      parallel,
      async run() {
        events.push(`start ${index}`);
        for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        events.push(`end ${index}`);
        return index;
      },
    };
  });
  return { results: await runBatch(items), events };
}

describe('runBatch', () => {
  it('gives nothing for no calls', async () => {
    expect(await runBatch([])).toEqual([]);
  });

  it('runs calls that are not parallel one after the other', async () => {
    const { events } = await trace([
      { parallel: false, turns: 3 },
      { parallel: false, turns: 0 },
    ]);
    expect(events).toEqual(['start 0', 'end 0', 'start 1', 'end 1']);
  });

  it('runs consecutive parallel calls together, between the barriers around them', async () => {
    const { results, events } = await trace([
      { parallel: true, turns: 2 },
      { parallel: false, turns: 1 },
      { parallel: true, turns: 5 },
      { parallel: true, turns: 1 },
      { parallel: false, turns: 0 },
    ]);
    expect(events).toEqual([
      'start 0',
      'end 0',
      'start 1',
      'end 1',
      'start 2',
      'start 3',
      'end 3',
      'end 2',
      'start 4',
      'end 4',
    ]);
    expect(results).toEqual([0, 1, 2, 3, 4]);
  });

  it('keeps the order of the calls, and never lets a barrier overlap', async () => {
    const call = fc.record({ parallel: fc.boolean(), turns: fc.nat(3) });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 8 }), async (calls) => {
        const { results, events } = await trace(calls);
        expect(results).toEqual(calls.map((_, index) => index));
        const barriers = calls.flatMap(({ parallel }, index) => (parallel ? [] : [index]));
        expect(barriers.map((index) => events.indexOf(`end ${index}`))).toEqual(
          barriers.map((index) => events.indexOf(`start ${index}`) + 1),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('begins nothing more once it is given up, and waits for what has begun', async () => {
    const giveUp = new AbortController();
    const events: string[] = [];
    const item = (name: string, parallel: boolean): BatchItem<string> => ({
      parallel,
      async run() {
        events.push(`start ${name}`);
        if (name === 'b') giveUp.abort(new Error('enough'));
        await new Promise((resolve) => setImmediate(resolve));
        events.push(`end ${name}`);
        return name;
      },
    });
    const batch = runBatch([item('a', true), item('b', true), item('c', false)], giveUp.signal);
    await expect(batch).rejects.toThrow('enough');
    expect(events).toEqual(['start a', 'start b', 'end a', 'end b']);
  });
});
