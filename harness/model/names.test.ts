import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTool, plain } from './names.ts';

const named = (...names: string[]) => names.map((name) => ({ name, description: '' }));
const find = (wanted: string, ...names: string[]) => findTool(named(...names), wanted)?.name;

describe('findTool', () => {
  it.each([
    'probe_x',
    'mcp__fixture__probe_x',
    'mcp_fixture_probe_x',
    'fixture_probe_x',
    'fixture-probe_x',
    'fixture__probe_x',
    'fixture.probe_x',
    'fixture:probe_x',
    'fixture/probe_x',
    'mcp__fixture__Probe-X',
    'PROBE.X',
  ])('finds probe_x under the name %s', (name) => {
    expect(find('probe_x', 'read_file', name, 'probe_xy')).toBe(name);
  });

  it.each(['xprobe_a', 'probe_ab', 'probe_a_', 'probe', 'a', 'fixture__probe_a__v2', 'v1probe_a'])(
    'does not take %s for probe_a, unless nothing but punctuation differs',
    (name) => {
      expect(find('probe_a', name)).toBe(name === 'probe_a_' ? name : undefined);
    },
  );

  it('prefers the same name, then the raw ending, then the ending without case and punctuation', () => {
    expect(find('probe_a', 's__probe_a', 'Probe-A', 's__Probe-A', 'probe_a')).toBe('probe_a');
    expect(find('probe_a', 'Probe-A', 's__Probe-A', 's__probe_a')).toBe('s__probe_a');
    expect(find('probe_a', 's__Probe-A', 'Probe-A')).toBe('Probe-A');
    expect(find('probe_a', 'read', 's__Probe-A')).toBe('s__Probe-A');
  });

  it('takes the name with least before it, and among equals the first by code units, whatever the order of the list', () => {
    expect(find('probe_a', 's__x_probe_a', 's__probe_a')).toBe('s__probe_a');
    expect(find('probe_a', 'a__long_probe_a', 'z__probe_a')).toBe('z__probe_a');
    expect(find('probe_a', 't__probe_a', 's__probe_a')).toBe('s__probe_a');
    expect(find('probe_a', 's__probe_a', 't__probe_a')).toBe('s__probe_a');
  });

  it('finds a cut name by the mark, and lets the mark decide between names that fit', () => {
    const cut = { name: 'mcp__s__a_very_lo_1f2e', description: 'Marked dsc~long~7q2m~c3.' };
    expect(findTool([...named('read'), cut], 'a_very_long_name', 'dsc~long~7q2m~c3')).toBe(cut);
    const ours = { name: 'server__read', description: 'Marked dsc~read~7q2m~c3.' };
    expect(findTool([...named('read'), ours], 'read', 'dsc~read~7q2m~c3')).toBe(ours);
    expect(findTool([cut, ...named('s__read')], 'read', 'dsc~long~7q2m~c3')?.name).toBe('s__read');
  });

  it('finds nothing in an empty list or for a name without letters and digits', () => {
    expect(find('probe_a')).toBeUndefined();
    expect(find('___', 'probe_a', '__')).toBeUndefined();
    expect(find('___', 's___', 's-___')).toBe('s-___');
  });

  it('finds exactly the one decorated name in any list', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9]{0,6}(_[a-z0-9]{1,6}){0,3}$/);
    const prefix = fc.stringMatching(/^[A-Za-z0-9_.-]{0,20}$/);
    const boundary = fc.constantFrom('__', '_', '-', '.', ':', '/');
    const casing = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.replaceAll('_', '-'),
      (text: string) => text.replaceAll('_', '.'),
    );
    const decorated = fc.record({ wanted: name, prefix: fc.option(fc.tuple(prefix, boundary)), casing });
    const others = fc.array(fc.stringMatching(/^[A-Za-z0-9_.:/-]{1,30}$/), { maxLength: 12 });
    fc.assert(
      fc.property(decorated, others, fc.nat(), (given, foreign, place) => {
        const target = `${given.prefix?.join('') ?? ''}${given.casing(given.wanted)}`;
        // Names that would fit too by what docs say of a boundary, told by other means than the code's.
        const fits = new RegExp(`(^|[^a-z0-9])${given.wanted.replaceAll('_', '[^a-z0-9]+')}[^a-z0-9]*$`, 'i');
        const list = foreign.filter((other) => !fits.test(other));
        list.splice(place % (list.length + 1), 0, target);
        expect(find(given.wanted, ...list)).toBe(target);
      }),
      { numRuns: 500 },
    );
  });
});

describe('plain', () => {
  it('keeps letters and digits, small, with one underscore between runs', () => {
    expect(plain('__MCP--Fixture.probe_X1é')).toBe('mcp_fixture_probe_x1');
  });
});
