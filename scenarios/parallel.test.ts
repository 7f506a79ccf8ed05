import { describe, expect, it } from 'vitest';
import { parallel as scenario } from './parallel.ts';
import { all, asking, c2s, call, evidenceOf, type LooseTurn, outcomes, results } from './testing/evidence.ts';

const [SLOW, QUICK] = ['probe_parallel_slow', 'probe_parallel_quick'];
const wire = [c2s(call(SLOW)), c2s(call(QUICK, 2))];
const turn = asking(SLOW, QUICK);
const ask = (...model: LooseTurn[]) => outcomes(scenario, evidenceOf({ wire, model }));
const met = all(scenario, 'met');

describe('the checks of two calls in one turn', () => {
  it('are met by a client that answers both in their order', () => {
    expect(ask(turn, results(scenario, SLOW, QUICK))).toEqual(met);
  });

  it('find results in another order, apart from each other, or missing', () => {
    expect(ask(turn, results(scenario, QUICK, SLOW))).toEqual({ ...met, keepsTheOrder: 'not met' });
    expect(ask(turn, results(scenario, SLOW), results(scenario, QUICK)).keepsTheOrder).toBe('not met');
    expect(ask(turn, results(scenario, SLOW))).toEqual({
      ...met,
      answersTheSecond: 'not met',
      keepsTheOrder: 'not met',
    });
  });

  it('are not asked where the model could not ask for both', () => {
    expect(ask(asking(SLOW), { ...results(scenario, SLOW), ...asking(QUICK) })).toEqual(all(scenario, 'not asked'));
  });
});
