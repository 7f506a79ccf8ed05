import { describe, expect, it } from 'vitest';
import type { ComparedRun } from './changes.ts';
import { compareSides, type Side } from './compare.ts';

const content = '[…] content only (1x, as text)';
const both = '[…] and {…} (content 1x, structuredContent 1x, as text)';
const LOST = 'structuredContent: reached the model → lost';

const verdict = (scenario: string, short: string, given: Partial<ComparedRun> = {}): ComparedRun => ({
  client: 'sample',
  scenario,
  config: 'default',
  server: 'both',
  transport: 'stdio',
  short,
  ...given,
});
const side = (name: string, verdicts: ComparedRun[], given: Partial<Side> = {}): Side => ({ name, verdicts, ...given });
const place = (scenario: string): object => ({ scenario, config: 'default', server: 'both', transport: 'stdio' });

describe('compareSides', () => {
  it('folds equal lines, the widest first, with the range of what they cost', () => {
    const a = side('a', [
      verdict('x', both, { tokens: 10 }),
      verdict('y', both, { tokens: 20 }),
      verdict('z', content),
      verdict('w', content),
    ]);
    const b = side('b', [
      verdict('x', content, { tokens: 12 }),
      verdict('y', content, { tokens: 17 }),
      verdict('z', '"…" nothing of the result reached the model'),
      verdict('w', content),
    ]);
    const { lost, changed, gained, equal, compared } = compareSides(a, b);
    expect({ changed, gained, equal, compared: compared.length }).toEqual({
      changed: [],
      gained: [],
      equal: 1,
      compared: 4,
    });
    expect(lost.map(({ text, tokens, over }) => [text, tokens, over.length])).toEqual([
      [LOST, { least: -3, most: 2 }, 2],
      ['content: reached the model → lost', undefined, 1],
    ]);
    expect(lost[0]?.over[0]).toEqual({ ...place('x'), a: both, b: content });
  });

  it('names what only one side has', () => {
    const { onlyInA, onlyInB } = compareSides(
      side('a', [verdict('x', content), verdict('y', content)]),
      side('b', [verdict('y', content), verdict('z', content)]),
    );
    expect([onlyInA, onlyInB]).toEqual([[place('x')], [place('z')]]);
  });

  it('compares each client with itself where a side holds several, and else whatever the clients are', () => {
    const verdicts = (short: string): ComparedRun[] =>
      ['one', 'two'].map((client) => verdict('x', client === 'one' ? both : short, { client }));
    const every = { everyClient: true };
    const comparison = compareSides(side('a', verdicts(both), every), side('b', verdicts(content), every));
    expect(comparison).toMatchObject({ equal: 1, lost: [{ text: LOST, over: [{ client: 'two' }] }] });
    const [one, two] = verdicts(content);
    expect(compareSides(side('a', [one as ComparedRun]), side('b', [two as ComparedRun])).compared).toHaveLength(1);
  });

  it('tells what is declared, with the clients where there are several', () => {
    const known = (status: 'full' | 'unsupported'): Map<string, []> =>
      new Map(
        ['one', 'two'].map((client) => [
          client,
          [{ capability: 'roots', tier: 'declared', status, revisions: ['r'] }] as never,
        ]),
      );
    const sides = (everyClient: boolean): [Side, Side] => [
      side('a', [verdict('x', both)], { known: known('full'), everyClient }),
      side('b', [verdict('x', both)], { known: known('unsupported'), everyClient }),
    ];
    expect(compareSides(...sides(true)).lost).toEqual([
      { text: 'no longer declares roots', over: [], clients: ['one', 'two'] },
    ]);
    expect(compareSides(...sides(false)).lost).toEqual([{ text: 'no longer declares roots', over: [] }]);
  });

  it('tells a cost alone as a difference without words', () => {
    const costing = (tokens: number): ComparedRun => verdict('x', both, { tokens });
    expect(compareSides(side('a', [costing(10)]), side('b', [costing(20)])).changed).toEqual([
      { text: '', tokens: { least: 10, most: 10 }, over: [{ ...place('x'), a: both, b: both }] },
    ]);
    expect(compareSides(side('a', [costing(100)]), side('b', [costing(101)])).equal).toBe(1);
  });
});
