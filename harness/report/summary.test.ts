import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../data/types/record.ts';
import type { Run } from '../plan/run.ts';
import type { Outcome } from '../run-plan.ts';
import { summarise } from './summary.ts';

function at(config: string, scenario = 'tools.result.mirror'): Run {
  return { client: 'c', version: '1', config, server: 'both', transport: 'stdio', scenario };
}

function verdict(short: string, outcome: 'met' | 'not met' = 'met'): RunRecord['verdict'] {
  return { kind: 'fields', short, checks: [{ id: 'arrives', outcome }], fields: [], order: [], said: null };
}

function judged(run: Run, short: string): Outcome {
  return { run, kind: 'judged', record: { verdict: verdict(short) } as RunRecord };
}

const baseline = (before: (run: Run) => RunRecord['verdict'] | undefined) => ({ name: 'the baseline', before });
const none = baseline(() => undefined);

describe('the summary of a probe', () => {
  it('gives runs with the same verdict one row', () => {
    const outcomes = [
      judged(at('a'), 'payload once'),
      judged(at('b'), 'payload once'),
      judged(at('c'), 'payload twice'),
    ];
    const { text } = summarise(outcomes, [], none, 120);
    expect(text).toMatch(/mirror +│ a\/stdio b\/stdio +│ payload once /);
    expect(text).toMatch(/mirror +│ c\/stdio +│ payload twice /);
    expect(text).toContain('3 records, 0 inconclusive, 0 differ from the baseline\n');
  });

  it('says what differs from the baseline, and what it was', () => {
    const outcomes = [judged(at('a'), 'payload once'), judged(at('b'), 'payload once')];
    const before = baseline(({ config }) => verdict(config === 'a' ? 'payload twice' : 'payload once'));
    const summary = summarise(outcomes, [], before, 120);
    expect(summary.differing).toBe(1);
    expect(summary.text).toContain('DIFFERS, was: payload twice');
  });

  it('says what differs where the short form does not show it', () => {
    const summary = summarise(
      [judged(at('a'), 'payload once')],
      [],
      baseline(() => verdict('payload once', 'not met')),
      120,
    );
    expect(summary.differing).toBe(1);
    expect(summary.text).toContain('DIFFERS, check arrives was: not met');
  });

  it('counts what could not be judged, apart from what the client does not support', () => {
    const inconclusive = (run: Run, reason: 'hung' | 'unsupported'): Outcome => ({
      run,
      kind: 'inconclusive',
      inconclusive: { kind: 'inconclusive', reason, detail: 'a detail' },
    });
    const summary = summarise(
      [inconclusive(at('a'), 'hung'), inconclusive(at('b'), 'unsupported')],
      [at('c', 'tools')],
      none,
      120,
    );
    expect(summary).toMatchObject({ judged: 0, inconclusive: 1, unsupported: 1, differing: 0 });
    expect(summary.text).toContain('INCONCLUSIVE hung: a detail');
    expect(summary.text).toContain('not applicable: c/stdio tools\n');
  });
});
