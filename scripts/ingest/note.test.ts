import { describe, expect, it } from 'vitest';
import { provenBy } from '../evidence/proofs.ts';
import { arrived } from '../evidence/sample.ts';
import { verifiedRecords } from '../evidence/sample-overlay.ts';
import { noteOf } from './note.ts';

const met = arrived('whole', { id: 'a', outcome: 'met' });
const notMet = arrived('part', { id: 'a', outcome: 'not met' });
const say = (...given: Parameters<typeof verifiedRecords>): string | null =>
  noteOf(provenBy(verifiedRecords(...given)), (_scenario, check) => `check ${check}`);

describe('noteOf', () => {
  it('says nothing where nothing is left out', () => {
    expect(say({ verdict: met })).toBeNull();
    expect(say({ verdict: met }, { verdict: met, config: 'legacy' })).toBeNull();
  });

  it('names a check that is not met', () => {
    expect(say({ verdict: notMet })).toBe('Not met: “check a” (large).');
  });

  it('names the condition of a partial status: what is met beside what is not', () => {
    expect(say({ verdict: notMet }, { verdict: met, scenario: 'other' })).toBe(
      'Met: “check a” (other). Not met: “check a” (large).',
    );
  });

  it('says once what several scenarios ask', () => {
    expect(say({ verdict: notMet }, { verdict: notMet, scenario: 'other' })).toBe('Not met: “check a” (other, large).');
  });

  it('names the transport over which a check is not met', () => {
    expect(say({ verdict: met }, { verdict: notMet, transport: 'http' })).toBe(
      'Not met: “check a” (large) over http only. Verdicts differ between runs: large.',
    );
  });

  it('names the configs that answer otherwise', () => {
    expect(say({ verdict: met }, { verdict: notMet, config: 'legacy' }, { verdict: met, config: 'stateless' })).toBe(
      'It depends on the run: “check a” (large) is not met in legacy/stdio. Verdicts differ between runs: large.',
    );
  });

  it('names a scenario whose verdicts differ though its checks do not', () => {
    expect(say({ verdict: met }, { verdict: { ...met, short: 'otherwise' }, config: 'legacy' })).toBe(
      'Verdicts differ between runs: large.',
    );
  });
});
