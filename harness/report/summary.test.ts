import { describe, expect, it } from 'vitest';
import type { ProbeReport, RunResult } from './results.ts';
import { summarise } from './summary.ts';
import { inconclusive, judged, result, run } from './testing/sample-report.ts';

function summary(told: Partial<Pick<ProbeReport, 'baseline' | 'results' | 'stale'>>, notApplicable = [] as never[]) {
  return summarise({ baseline: 'the baseline', results: [], stale: [], ...told }, notApplicable, 140);
}

const at = (config: string) => run('mirror', { config });
const twice = { outcome: judged(at('c'), 'payload twice (as text)') };

describe('the summary of a probe', () => {
  it('gives runs with the same verdict one row', () => {
    const text = summary({ results: [result(at('a')), result(at('b')), result(at('c'), twice)] });
    expect(text).toMatch(/mirror +│ a\/stdio b\/stdio +│ payload once /);
    expect(text).toMatch(/mirror +│ c\/stdio +│ payload twice /);
    expect(text).toContain('3 records, 0 inconclusive, 0 differ from the baseline\n');
  });

  it('says what differs from the baseline in the language of diff', () => {
    const changes = ['structuredContent: reached the model → lost'];
    const text = summary({ results: [result(at('a'), { status: 'changed', changes }), result(at('b'))] });
    expect(text).toMatch(/a\/stdio .*payload once.*\n.*│ CHANGED, structuredContent: reached the model → lost /);
    expect(text).toContain('2 records, 0 inconclusive, 1 differ from the baseline\n');
  });

  it('shows what the second run of an unexpected verdict came to', () => {
    const changed: Partial<RunResult> = { status: 'changed', changes: ['payload: 2x → 1x'] };
    const { outcome } = result(at('a'));
    expect(summary({ results: [result(at('a'), { ...changed, again: outcome })] })).toContain('alone: the same');
    expect(summary({ results: [result(at('a'), { ...changed, again: twice.outcome })] })).toMatch(
      /UNSTEADY, alone: payload twice \(as text\) .*\n.* {3}payload: 1x → 2x/,
    );
    const hung = inconclusive(at('a'), 'hung', 'a detail');
    expect(summary({ results: [result(at('a'), { ...changed, again: hung })] })).toContain(
      'UNSTEADY, alone: INCONCLUSIVE hung: a detail',
    );
  });

  it('shows what is known to be flaky, and that it does not count', () => {
    const text = summary({
      results: [
        result(at('a'), { status: 'flaky', changes: ['payload: 2x → 1x'] }),
        result(at('b'), { status: 'flaky' }),
      ],
    });
    expect(text).toContain('FLAKY, payload: 2x → 1x');
    expect(text).toContain('FLAKY, known to be');
    expect(text).toContain('2 records, 0 inconclusive, 0 differ from the baseline, 2 known to be flaky\n');
  });

  it('lists what no run answers, and counts what is new', () => {
    const text = summary({ results: [result(at('a'), { status: 'new' })], stale: ['default/both-http/gone'] });
    expect(text).toContain('\nSTALE, no run answers it any more: default/both-http/gone\n');
    expect(text).toContain('1 records, 0 inconclusive, 0 differ from the baseline, 1 new, 1 stale\n');
  });

  it('counts nothing as new where there is no baseline', () => {
    const text = summary({ baseline: null, results: [result(at('a'), { status: 'new' })] });
    expect(text).toMatch(/\n1 records, 0 inconclusive\n$/);
  });

  it('counts what could not be judged, apart from what the client does not support', () => {
    const results = [
      result(at('a'), { outcome: inconclusive(at('a'), 'hung', 'a detail'), status: 'inconclusive' }),
      result(at('b'), { outcome: inconclusive(at('b'), 'unsupported', 'no MCP'), status: 'unsupported' }),
    ];
    const text = summarise({ baseline: null, results, stale: [] }, [run('mirror', { config: 'c' })], 140);
    expect(text).toContain('INCONCLUSIVE hung: a detail');
    expect(text).toContain('not applicable: c/stdio tools.result.mirror\n');
    expect(text).toContain('0 records, 1 inconclusive, 1 unsupported by the client\n');
  });
});
