import { describe, expect, it } from 'vitest';
import { arrived } from '../evidence/sample.ts';
import { flattened } from './flattened.ts';
import { verifiedRecords } from './sample-records.ts';

const met = arrived('whole', { id: 'a', outcome: 'met' });
const notMet = arrived('part', { id: 'a', outcome: 'not met' });
const say = (...given: Parameters<typeof verifiedRecords>): string =>
  flattened('It works.', verifiedRecords(...given), (_scenario, check) => `check ${check}`);

describe('flattened', () => {
  it('says little where all is well', () => {
    expect(say({ verdict: met })).toBe('It works. Its one check is met in the default config.');
    expect(say({ verdict: met }, { verdict: met, scenario: 'other' })).toBe(
      'It works. 2 of 2 checks are met in the default config.',
    );
  });

  it('names a check that is not met', () => {
    expect(say({ verdict: notMet })).toBe('It works. Not met in the default config: “check a” (large).');
    expect(say({ verdict: notMet }, { verdict: met, scenario: 'other' })).toBe(
      'It works. 1 of 2 checks are met in the default config. Not met: “check a” (large).',
    );
  });

  it('names the transport over which a check is not met', () => {
    expect(say({ verdict: met }, { verdict: notMet, transport: 'http' })).toBe(
      'It works. Not met in the default config: “check a” (large) over http only. Verdicts differ between runs: large.',
    );
  });

  it('names the configs that answer otherwise', () => {
    expect(say({ verdict: met }, { verdict: notMet, config: 'legacy' }, { verdict: met, config: 'stateless' })).toBe(
      'It works. Its one check is met in the default config. It depends on the run: “check a” (large) is not met in legacy/stdio. Verdicts differ between runs: large.',
    );
  });

  it('says when the default config was not run', () => {
    expect(say({ verdict: met, config: 'legacy', server: 'handshake' })).toBe(
      'It works. No run in the default config. It depends on the run: “check a” (large) is met in legacy/handshake-stdio.',
    );
  });

  it('names a scenario whose verdicts differ though its checks do not', () => {
    expect(say({ verdict: met }, { verdict: { ...met, short: 'otherwise' }, config: 'legacy' })).toBe(
      'It works. Its one check is met in the default config. Verdicts differ between runs: large.',
    );
  });
});
