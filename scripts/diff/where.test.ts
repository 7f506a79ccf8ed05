import { describe, expect, it } from 'vitest';
import type { Place } from '../../harness/compare/compare.ts';
import { whereOf } from './where.ts';

const place = (scenario: string, config: string, given: Partial<Place> = {}): Place => ({
  scenario: `tools.result.${scenario}`,
  config,
  server: 'both',
  transport: 'stdio',
  ...given,
});
const all = ['x', 'y', 'z'].flatMap((scenario) =>
  ['default', 'legacy', 'other'].map((config) => place(scenario, config)),
);
const where = whereOf(all);

describe('whereOf', () => {
  it('says where everything is in one word', () => {
    expect(where(all)).toEqual(['all 9 runs']);
    expect(whereOf([place('x', 'a'), place('y', 'a')])([place('x', 'a'), place('y', 'a')])).toEqual(['both runs']);
  });

  it('names what is whole, a config or a scenario, and of the rest each run', () => {
    expect(where(all.filter(({ config }) => config !== 'other'))).toEqual([
      'every scenario: default/stdio, legacy/stdio',
    ]);
    expect(where(all.filter(({ scenario }) => scenario === 'tools.result.x'))).toEqual(['x: all 3 runs']);
    expect(where([...all.filter(({ config }) => config === 'other'), place('z', 'default')])).toEqual([
      'every scenario: other/stdio',
      'z: default/stdio',
    ]);
    expect(where([place('x', 'legacy'), place('x', 'default'), place('y', 'default'), place('y', 'legacy')])).toEqual([
      'x, y: default/stdio, legacy/stdio',
    ]);
  });

  it('names the era that a server offers where it is one', () => {
    expect(whereOf([])([place('x', 'default', { server: 'handshake', transport: 'http' })])).toEqual([
      'x: default/handshake-http',
    ]);
  });

  it('gives each client lines of its own', () => {
    const two = ['one', 'two'].flatMap((client) => [place('x', 'a', { client }), place('y', 'a', { client })]);
    expect(whereOf(two)(two.slice(0, 3))).toEqual(['one: both runs', 'two: x: a/stdio']);
  });
});
