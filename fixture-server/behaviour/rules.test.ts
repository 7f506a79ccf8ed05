import { describe, expect, it } from 'vitest';
import type { Behaviour, Occasion } from '../../scenarios/behaviour.ts';
import { chanceOf } from './chance.ts';
import { memoryCounts } from './counts.ts';
import { type Happening, readRules } from './rules.ts';

const call: Happening = { kind: 'message', method: 'tools/call', tool: 'a', era: 'handshake', over: 'http' };

/** The numbers of what came that a rule acted on. */
function acts(on: Occasion, what: Happening[], behaviour: Behaviour = {}): number[] {
  const rule = readRules({ ...behaviour, rules: [{ on, do: [] }] }, memoryCounts());
  return what.flatMap((each, index) => (rule(each) === undefined ? [] : [index + 1]));
}

describe('a rule', () => {
  it('means what all of its members say', () => {
    const get: Happening = { kind: 'http', verb: 'GET', path: '/mcp', over: 'http' };
    const all = [call, get, { kind: 'start' } as const];
    expect(acts({ method: 'tools/call' }, all)).toEqual([1]);
    expect(acts({ method: '*' }, all)).toEqual([1]);
    expect(acts({ http: '*' }, all)).toEqual([2]);
    expect(acts({ http: 'POST' }, all)).toEqual([]);
    expect(acts({ start: true }, all)).toEqual([3]);
    expect(acts({ http: 'GET', path: '/sse' }, all)).toEqual([]);
    for (const on of [{ tool: 'a' }, { era: 'handshake' }, { over: 'http' }] as const)
      expect(acts({ method: '*', ...on }, all)).toEqual([1]);
    for (const on of [{ tool: 'b' }, { era: 'stateless' }, { over: 'sse' }] as const)
      expect(acts({ method: '*', ...on }, all)).toEqual([]);
  });

  it('counts what it means, and nothing else', () => {
    const other: Happening = { ...call, tool: 'b' };
    expect(acts({ method: 'tools/call', tool: 'a', from: 2, to: 3 }, [call, other, call, other, call, call])).toEqual([
      3, 5,
    ]);
  });

  it('leaves to the next what its numbers do not fit', () => {
    const [first, second] = [[{ wait: 1 }], [{ wait: 2 }]];
    const rules = [
      { on: { method: '*', from: 2, to: 2 }, do: first },
      { on: { method: '*', to: 2 }, do: second },
    ];
    const rule = readRules({ rules }, memoryCounts());
    expect([rule(call), rule(call), rule(call)]).toEqual([second, first, undefined]);
  });

  it('has the same chances for the same seed, about as many as it says', () => {
    const calls = Array.from({ length: 2000 }, () => call);
    const once = acts({ method: '*', chance: 0.25 }, calls, { seed: 1 });
    expect(acts({ method: '*', chance: 0.25 }, calls, { seed: 1 })).toEqual(once);
    expect(acts({ method: '*', chance: 0.25 }, calls, { seed: 2 })).not.toEqual(once);
    expect(once.length).toBeGreaterThan(430);
    expect(once.length).toBeLessThan(570);
    expect(acts({ method: '*', chance: 0 }, calls)).toEqual([]);
    expect(acts({ method: '*', chance: 1 }, calls)).toHaveLength(2000);
  });
});

it('chances are spread and unrelated', () => {
  const seeds = Array.from({ length: 1000 }, (_, seed) => chanceOf(seed, 0, 1));
  expect(new Set(seeds).size).toBe(1000);
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) => seeds.filter((each) => Math.floor(each * 10) === tenth).length,
  );
  for (const count of tenths) expect(count).toBeGreaterThan(60);
});
