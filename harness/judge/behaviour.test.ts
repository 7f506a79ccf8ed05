import { describe, expect, it } from 'vitest';
import { tools } from '../../scenarios/tools.ts';
import type { BehaviourCheck, CheckOutcome, Evidence, Scenario } from '../../scenarios/types.ts';
import { judgeBehaviour } from './behaviour.ts';

const evidence: Evidence = {
  wire: [],
  model: [{ line: 1, body: { messages: [] }, tools: [], results: [], calls: [] }],
};
const place = { line: 1, pointer: '/params/name', offset: 0 };
const check = (id: string, level: 'must' | 'may', outcome: CheckOutcome['outcome']): BehaviourCheck => ({
  id,
  level,
  text: id,
  ask: () =>
    outcome === 'not asked'
      ? { outcome, reason: 'no such page' }
      : { outcome, places: outcome === 'met' ? [place] : [] },
});
const { mayFail: _, ...steady } = tools;
const scenario = (...checks: BehaviourCheck[]): Scenario => ({ ...steady, judgement: { kind: 'behaviour', checks } });

describe('judgeBehaviour', () => {
  it.each([
    [['must met', 'may met'], 'full: 2 of 2 checks'],
    [['must met'], 'full: 1 of 1 check'],
    [['must met', 'may not met'], 'partial: 1 of 2 checks'],
    [['must met', 'must not met', 'may met'], 'partial: 2 of 3 checks'],
    [['must not met', 'may met'], 'unsupported: 1 of 2 checks'],
    [['must not met', 'must not met'], 'unsupported: 0 of 2 checks'],
  ])('sums %j up as %s', (given, short) => {
    const checks = given.map((words) =>
      check(words, words.startsWith('must') ? 'must' : 'may', words.endsWith('not met') ? 'not met' : 'met'),
    );
    expect(judgeBehaviour(scenario(...checks), evidence)).toMatchObject({
      kind: 'behaviour',
      short,
      status: short.split(':')[0],
    });
  });

  it('keeps each check with its level and places', () => {
    expect(judgeBehaviour(scenario(check('a', 'must', 'met'), check('b', 'may', 'not met')), evidence)).toMatchObject({
      checks: [
        { id: 'a', level: 'must', outcome: 'met', places: [place] },
        { id: 'b', level: 'may', outcome: 'not met', places: [] },
      ],
    });
  });

  it('is inconclusive when a check could not be asked, for what stopped the script', () => {
    expect(judgeBehaviour(scenario(check('a', 'must', 'met'), check('b', 'may', 'not asked')), evidence)).toEqual({
      kind: 'inconclusive',
      reason: 'tool-not-called',
      detail:
        'Check b could not be asked: no such page. The tool probe_on_the_last_page was never listed by the server, and no model answer asked for it.',
    });
  });

  it('leaves out what could not be asked where the check that leads to it is not met, in any order', () => {
    const given = (level: 'must' | 'may'): BehaviourCheck => ({ ...check('b', level, 'not asked'), given: 'a' });
    const first = check('a', 'must', 'not met');
    const rest = { kind: 'behaviour', checks: [{ id: 'a', level: 'must', outcome: 'not met', places: [] }] };
    for (const checks of [
      [first, given('must')],
      [given('may'), first],
    ])
      expect(judgeBehaviour(scenario(...checks), evidence)).toEqual({
        ...rest,
        status: 'unsupported',
        short: 'unsupported: 0 of 1 check, 1 not asked',
      });
    expect(
      judgeBehaviour(scenario(first, check('c', 'must', 'met'), given('may'), given('may')), evidence),
    ).toMatchObject({ status: 'partial', short: 'partial: 1 of 2 checks, 2 not asked' });
  });

  it.each<[string, BehaviourCheck[]]>([
    ['is met', [check('a', 'must', 'met')]],
    ['could not be asked itself', [{ ...check('a', 'must', 'not asked'), given: 'c' }, check('c', 'must', 'not met')]],
    ['is not there', [check('c', 'must', 'not met')]],
  ])('is inconclusive all the same where that one %s', (_how, others) => {
    const given = { ...check('b', 'may', 'not asked'), given: 'a' };
    expect(judgeBehaviour(scenario(...others, given), evidence)).toMatchObject({
      kind: 'inconclusive',
      detail: expect.stringMatching(/^Check b could not be asked: no such page/) as string,
    });
  });

  it('asks a check that can be asked whatever became of the one that leads to it', () => {
    const given = { ...check('b', 'may', 'met'), given: 'a' };
    expect(judgeBehaviour(scenario(check('a', 'must', 'not met'), given), evidence)).toMatchObject({
      short: 'unsupported: 1 of 2 checks',
    });
  });

  it('blames the harness when nothing stopped the script', () => {
    const silent = { ...scenario(check('a', 'must', 'not asked')), script: [] };
    expect(judgeBehaviour(silent, evidence)).toMatchObject({
      reason: 'harness',
      detail: 'Check a could not be asked: no such page',
    });
  });

  it('needs a model request, unless the script needs no model', () => {
    const nothing = { wire: [], model: [] };
    expect(judgeBehaviour(scenario(check('a', 'must', 'met')), nothing)).toMatchObject({ reason: 'no-model-request' });
    expect(judgeBehaviour({ ...scenario(check('a', 'must', 'met')), script: [] }, nothing)).toMatchObject({
      status: 'full',
    });
  });
});
