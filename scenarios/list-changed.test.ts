import { describe, expect, it } from 'vitest';
import { listChanged as scenario } from './list-changed.ts';
import { all, c2s, call, evidenceOf, type Loose, offering, outcomes, results, s2c } from './testing/evidence.ts';

const [CHANGING, BETWEEN, VANISHING, ADDED] = [
  'probe_change_the_tools',
  'probe_pass_the_time',
  'probe_soon_gone',
  'probe_newly_there',
];
const said = s2c({ method: 'notifications/tools/list_changed' });
const list = c2s({ id: 5, method: 'tools/list' });
const wire = [list, c2s(call(CHANGING)), said, list, c2s(call(BETWEEN)), c2s(call(ADDED))];
const before = offering(scenario, CHANGING, BETWEEN, VANISHING);
const after = offering(scenario, CHANGING, BETWEEN, ADDED);
const model = [before, { ...after, ...results(scenario, CHANGING) }, { ...after, ...results(scenario, ADDED) }];
const met = all(scenario, 'met');
const ask = (frames: Loose[], turns = model) => outcomes(scenario, evidenceOf({ wire: frames, model: turns }));

describe('the checks of a list that changes', () => {
  it('are met by a client that lists anew', () => {
    expect(ask(wire)).toEqual(met);
  });

  it('find the client that never looks again', () => {
    const frozen = [list, c2s(call(CHANGING)), said, c2s(call(BETWEEN))];
    expect(ask(frozen, [before, before])).toEqual(all(scenario, 'not met'));
    // One that was told nothing, because it never subscribed, is none the better for it.
    expect(ask([list, c2s(call(CHANGING)), list], [before, before])).toEqual(all(scenario, 'not met'));
  });

  it('find that a client which lists before every turn forgets the old tool, though it is told nothing', () => {
    const untold = wire.filter((frame) => frame !== said);
    expect(ask(untold)).toEqual({ ...met, listsAgain: 'not met' });
  });

  it('find the client that keeps the tool that is gone', () => {
    const kept = offering(scenario, CHANGING, VANISHING, ADDED);
    expect(ask(wire, [before, kept, { ...kept, ...results(scenario, ADDED) }])).toEqual({
      ...met,
      forgetsTheOld: 'not met',
    });
  });

  it('find the client that lists anew and shows the model nothing of it', () => {
    expect(ask(wire.slice(0, -1), [before, before])).toEqual({ ...all(scenario, 'not met'), listsAgain: 'met' });
  });

  it('are not asked where the list never changed', () => {
    expect(ask([list], [before])).toEqual(all(scenario, 'not asked'));
  });
});
