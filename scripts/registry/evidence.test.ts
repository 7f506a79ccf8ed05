import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TypedEvidence } from '../../data/types/clients.ts';
import type { DerivedEvidence } from '../../data/types/verified.ts';
import { type Evidence, evidenceOf, rowsAt, TIERS, versionsOf } from './evidence.ts';

function typed(given: Partial<TypedEvidence> = {}): TypedEvidence {
  return {
    capability: 'roots',
    clientVersion: '1.0.0',
    date: '2026-11-09',
    note: null,
    revisions: ['2025-11-25'],
    source: { reading: '9dcf7714' },
    status: 'full',
    tier: 'read',
    ...given,
  };
}

function derived(given: Partial<DerivedEvidence> = {}): DerivedEvidence {
  return {
    capability: 'roots',
    clientVersion: '1.0.0',
    date: '2026-11-30',
    note: null,
    revisions: ['2025-11-25'],
    runs: ['runs/a'],
    status: 'partial',
    tier: 'probed',
    ...given,
  };
}

const rowOf = (...evidence: Evidence[]) => rowsAt(evidence, '1.0.0').get('roots');

describe('evidenceOf', () => {
  it('puts typed and derived evidence into one form', () => {
    expect(evidenceOf({ evidence: [typed({ inherited: true })] }, { evidence: [derived()] })).toMatchObject([
      { inherited: true, source: { kind: 'reading', commit: '9dcf7714' }, tier: 'read' },
      { inherited: false, source: { kind: 'runs', runs: ['runs/a'] }, tier: 'probed' },
    ]);
  });

  it('does without an overlay', () => {
    expect(evidenceOf({ evidence: [typed()] }, undefined)).toHaveLength(1);
    expect(evidenceOf({ evidence: [] }, undefined)).toEqual([]);
  });
});

describe('versionsOf', () => {
  it('says the newest first, by numbers', () => {
    const evidence = ['0.9.0', '0.10.0', '0.9.0'].map((clientVersion) => ({ clientVersion }));
    expect(versionsOf(evidence)).toEqual(['0.10.0', '0.9.0']);
  });
});

describe('rowsAt', () => {
  it('lets the highest tier decide, in whatever order evidence came', () => {
    const each = TIERS.map((tier) => ({ ...evidenceOf({ evidence: [typed()] }, undefined)[0], tier }) as Evidence);
    fc.assert(
      fc.property(fc.shuffledSubarray(each, { minLength: 1 }), (some) => {
        const tiers = TIERS.filter((tier) => some.some((one) => one.tier === tier));
        expect(rowOf(...some)).toMatchObject({ tiers, deciding: { tier: tiers[0] } });
      }),
    );
  });

  it('keeps and shows what a lower tier says otherwise', () => {
    const evidence = evidenceOf(
      { evidence: [typed({ tier: 'declared' }), typed({ tier: 'read', status: 'partial' })] },
      { evidence: [derived()] },
    );
    expect(rowOf(...evidence)).toMatchObject({
      status: 'partial',
      tiers: ['probed', 'read', 'declared'],
      disagreeing: [{ tier: 'declared', status: 'full' }],
    });
  });

  it('takes the newest of one tier', () => {
    const evidence = evidenceOf(
      { evidence: [typed({ date: '2026-08-01' }), typed({ status: 'unsupported' })] },
      undefined,
    );
    expect(rowOf(...evidence)).toMatchObject({ status: 'unsupported', disagreeing: [{ date: '2026-08-01' }] });
  });

  it('never takes evidence of another version', () => {
    const evidence = evidenceOf({ evidence: [typed()] }, { evidence: [derived({ clientVersion: '2.0.0' })] });
    expect(rowOf(...evidence)).toMatchObject({ status: 'full', all: [{ tier: 'read' }], disagreeing: [] });
    expect(rowsAt(evidence, '3.0.0').size).toBe(0);
  });

  it('says what rests on the parent', () => {
    expect(rowOf(...evidenceOf({ evidence: [typed({ inherited: true })] }, undefined))).toMatchObject({
      inherited: true,
    });
  });
});
