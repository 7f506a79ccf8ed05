import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../data/types/record.ts';
import type { Proof } from '../../scenarios/types.ts';
import { provenBy } from './proofs.ts';
import { arrived } from './sample.ts';
import { verifiedRecords } from './sample-overlay.ts';
import { statusOf } from './status.ts';

const met = arrived('whole', { id: 'a', outcome: 'met' });
const notMet = arrived('part', { id: 'a', outcome: 'not met' });
const behaviour: RunRecord['verdict'] = {
  checks: [{ id: 'b', level: 'may', outcome: 'met', places: [] }],
  kind: 'behaviour',
  short: 'full: 1 of 1 checks',
  status: 'full',
};

/** Capabilities and ids of the checks that count, by what scenarios declare. */
function proven(proofs: Record<string, Proof>, ...given: Partial<RunRecord>[]): string[] {
  const declared = (scenario: string, check: string): Proof => proofs[`${scenario}/${check}`] ?? {};
  return provenBy(verifiedRecords(...given), declared).map(({ capability, check }) => `${capability} ${check.id}`);
}

describe('what a check proves', () => {
  it('is the capability of its record, of either kind of verdict', () => {
    expect(
      proven({}, { verdict: met, scenario: 's' }, { verdict: behaviour, scenario: 't', capability: 'tools' }),
    ).toEqual(['tools.result.content a', 'tools b']);
  });

  it('is another capability, or none, where the scenario says so', () => {
    expect(proven({ 's/a': { proves: 'tools.result' } }, { verdict: met, scenario: 's' })).toEqual(['tools.result a']);
    expect(proven({ 's/a': { proves: null } }, { verdict: met, scenario: 's' })).toEqual([]);
  });

  it.each([
    ['2025-11-25', []],
    ['2026-07-28', ['tools.result.content a']],
    ['2027-01-01', ['tools.result.content a']],
    ['unknown', []],
  ])('is nothing under a revision older than it asks for: %s', (protocolVersion, expected) => {
    expect(proven({ 's/a': { since: '2026-07-28' } }, { verdict: met, scenario: 's', protocolVersion })).toEqual(
      expected,
    );
  });

  it.each([
    ['met', { verdict: met }, 1],
    ['not met', { verdict: notMet }, 0],
    ['met in another config', { verdict: met, config: 'legacy' }, 0],
    ['met over another transport', { verdict: met, transport: 'http' }, 0],
    ['met in another version', { verdict: met, clientVersion: '0.9.0' }, 0],
  ] as [string, Partial<RunRecord>, number][])(
    'is nothing where the check that it rests on is not met: %s',
    (_how, other, count) => {
      const given = { scenario: 'base', check: 'a' };
      const records = [
        { verdict: notMet, scenario: 's' },
        { scenario: 'base', capability: 'other', ...other },
      ];
      const counted = proven({ 's/a': { given } }, ...records).filter((each) =>
        each.startsWith('tools.result.content'),
      );
      expect(counted).toHaveLength(count);
    },
  );

  it('is nothing where the check that it rests on was never asked', () => {
    expect(proven({ 's/a': { given: { scenario: 'base', check: 'a' } } }, { verdict: met, scenario: 's' })).toEqual([]);
  });

  it('is read off the scenarios: the same text beside an empty structuredContent speaks of content', () => {
    const verdict = arrived('whole', { id: 'contentArrives', outcome: 'met' });
    const capability = 'tools.result.structuredContent';
    const [only] = provenBy(verifiedRecords({ verdict, scenario: 'tools.result.sc_empty', capability }));
    expect(only?.capability).toBe('tools.result.content');
  });
});

describe('statusOf', () => {
  it.each([
    [[], null],
    [[{ level: 'must', met: true }], 'full'],
    [
      [
        { level: 'must', met: true },
        { level: 'may', met: false },
      ],
      'partial',
    ],
    [
      [
        { level: 'must', met: false },
        { level: 'may', met: true },
      ],
      'unsupported',
    ],
  ] as [Parameters<typeof statusOf>[0], string | null][])('of %j is %s', (checks, expected) => {
    expect(statusOf(checks)).toBe(expected);
  });
});
