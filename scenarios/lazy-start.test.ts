import { describe, expect, it } from 'vitest';
import { lazyStart as scenario } from './lazy-start.ts';
import { all, c2s, call, evidenceOf, type LooseTurn, offering, outcomes, results } from './testing/evidence.ts';

const TOOL = 'probe_starts_late';
const offered = offering(scenario, TOOL);
const wire = [c2s(call(TOOL), { launch: 1 }), c2s(call(TOOL), { launch: 2, process: 2 })];
const first: LooseTurn[] = [{ launch: 1, reached: true, ...offered }];
const second = (reached: boolean): LooseTurn[] => [
  { launch: 2, reached, ...offered },
  { launch: 2, reached: true, ...offered, ...results(scenario, TOOL) },
];
const ask = (model: LooseTurn[], frames = wire) => outcomes(scenario, evidenceOf({ wire: frames, model }));

describe('the checks of a lazy start', () => {
  it('are met by a client that remembers', () => {
    expect(ask([...first, ...second(false)])).toEqual(all(scenario, 'met'));
  });

  it('find the client that starts its server first', () => {
    expect(ask([...first, ...second(true)])).toEqual(all(scenario, 'not met'));
  });

  it('find the client that never starts it', () => {
    const never = [...first, { launch: 2, reached: false, ...offered }];
    expect(ask(never, wire.slice(0, 1))).toEqual({ offersWithoutStart: 'met', startsOnCall: 'not met' });
  });

  it('are not asked where the first launch showed nothing', () => {
    expect(ask(second(false))).toEqual(all(scenario, 'not asked'));
  });
});
