import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../harness/report/results.ts';
import { inconclusive, judged, result, run, sampleReport } from '../../harness/report/testing/sample-report.ts';
import { annotations } from './annotations.ts';

const lost: Partial<RunResult> = { status: 'changed', changes: ['structuredContent: reached the model → lost'] };
const lines = (text: string): string[] => text.split('\n').slice(0, -1);

describe('annotations', () => {
  it('are errors for what changed or is stale, warnings for what is flaky or inconclusive', () => {
    expect(annotations(sampleReport())).toBe(
      [
        '::error title=some-client@1.2.0 summary_and_data::default/stdio: structuredContent: reached the model → lost%0Aalone: the same',
        '::error title=some-client@1.2.0 baseline::no run answers this entry any more: default/both-http/tools.result.gone',
        '::warning title=some-client@1.2.0 large::default/stdio: INCONCLUSIVE hung: no request in 60 s%0AUNSTEADY, alone: INCONCLUSIVE crashed: exit code 7',
        '::warning title=some-client@1.2.0 is_error::default/stdio: known to be flaky%0Acontent: 1x → 2x',
        '',
      ].join('\n'),
    );
  });

  it('are none where everything is as before', () => {
    expect(annotations(sampleReport({ results: [result(run('mirror'))], stale: [] }))).toBe('');
  });

  it('are at most ten of a kind, the last of which counts those that are left out', () => {
    const changed = (count: number) => Array.from({ length: count }, (_, at) => result(run(`s${at}`), lost));
    expect(lines(annotations(sampleReport({ results: changed(10), stale: [] })))).toHaveLength(10);
    const hung = Array.from({ length: 30 }, (_, at) => {
      const of = run(`h${at}`);
      return result(of, { outcome: inconclusive(of, 'hung', 'no request'), status: 'inconclusive' });
    });
    const many = lines(annotations(sampleReport({ results: [...changed(12), ...hung], stale: ['x'] })));
    expect(many.filter((line) => line.startsWith('::error '))).toHaveLength(10);
    expect(many.filter((line) => line.startsWith('::warning '))).toHaveLength(10);
    expect(many[9]).toBe('::error title=some-client@1.2.0 more::4 more are in the summary and the report.');
    expect(many[19]).toBe('::warning title=some-client@1.2.0 more::21 more are in the summary and the report.');
  });

  it('tell of runs with the same change together', () => {
    const results = [result(run('mirror'), lost), result(run('mirror', { transport: 'http' }), lost)];
    expect(lines(annotations(sampleReport({ results, stale: [] })))).toEqual([
      '::error title=some-client@1.2.0 mirror::default/stdio, default/http: structuredContent: reached the model → lost',
    ]);
  });

  it('let no text of a client end the command, begin another or stay hidden', () => {
    const of = run('a,b::c%0A\n::error::d', { config: 'x\r\n##[error]e' });
    const nasty = 'was: 100%, \r\n::stop-commands::t\n ##[group]g\u001b[31m\u202e';
    const results = [result(of, { outcome: judged(of, nasty), status: 'changed', changes: [nasty] })];
    const told = annotations(sampleReport({ client: 'c:,%', results, stale: ['\n::add-mask::m'] }));
    const [changed = '', stale = '', ...more] = lines(told);
    expect(more).toEqual([]);
    expect(told).not.toContain('##[');
    expect(told).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    const [, properties = '', data = ''] = /^::error title=([^:,]*)::(.*)$/.exec(changed) ?? [];
    expect(properties).toBe('c%3A%2C%25@1.2.0 a%2Cb%3A%3Ac%250A%0A\\u003a%3Aerror%3A%3Ad');
    expect(data).toContain('was: 100%25, \\u000d%0A\\u003a:stop-commands::t%0A \\u0023#[group]g\\u001b[31m\\u202e');
    expect(stale).toContain('::no run answers this entry any more: %0A\\u003a:add-mask::m');
  });

  it('are short, however much a client says', () => {
    const of = run('mirror');
    const outcome = inconclusive(of, 'crashed', '😀'.repeat(1_000_000));
    const told = annotations(sampleReport({ results: [result(of, { outcome, status: 'inconclusive' })], stale: [] }));
    expect(told.length).toBeLessThan(2000);
    expect(told).toContain('😀…\n');
  });
});
