import { describe, expect, it } from 'vitest';
import type { BehaviourVerdict } from '../../data/types/record.ts';
import { arrived } from '../evidence/sample.ts';
import { verifiedRecords } from './sample-records.ts';
import { shownStatus, statusOf } from './status.ts';

const met = arrived('a', { id: 'a', outcome: 'met' });
const notMet = arrived('b', { id: 'a', outcome: 'not met' });

function behaviour(...checks: ['must' | 'may', 'met' | 'not met'][]): BehaviourVerdict {
  const outcomes = checks.map(([level, outcome], index) => ({ id: `c${index}`, level, outcome, places: [] }));
  return { kind: 'behaviour', checks: outcomes, short: 'short', status: 'partial' };
}

describe('statusOf', () => {
  it('is full when every check of every default run is met', () => {
    expect(statusOf(verifiedRecords({ verdict: met }, { verdict: met, transport: 'http' }))).toBe('full');
  });

  it('is partial when one transport does not meet a check', () => {
    expect(statusOf(verifiedRecords({ verdict: met }, { verdict: notMet, transport: 'http' }))).toBe('partial');
  });

  it('is unsupported when no check is met', () => {
    expect(statusOf(verifiedRecords({ verdict: notMet }, { verdict: notMet, transport: 'http' }))).toBe('unsupported');
  });

  it('does not count other configs', () => {
    expect(statusOf(verifiedRecords({ verdict: met }, { verdict: notMet, config: 'legacy' }))).toBe('full');
    expect(statusOf(verifiedRecords({ verdict: met, config: 'legacy' }))).toBeNull();
    expect(statusOf([])).toBeNull();
  });

  it('asks for a must check before it says partial', () => {
    expect(statusOf(verifiedRecords({ verdict: behaviour(['must', 'not met'], ['may', 'met']) }))).toBe('unsupported');
    expect(statusOf(verifiedRecords({ verdict: behaviour(['must', 'met'], ['may', 'not met']) }))).toBe('partial');
    expect(statusOf(verifiedRecords({ verdict: behaviour(['must', 'met'], ['may', 'met']) }))).toBe('full');
  });
});

describe('shownStatus', () => {
  it('puts the glyph first', () => {
    expect((['full', 'partial', 'unsupported', null] as const).map(shownStatus)).toEqual([
      '● full',
      '◐ partial',
      '○ unsupported',
      '— not recorded',
    ]);
  });
});
