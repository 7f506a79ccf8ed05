import type { RunRecord } from '../../../data/types/record.ts';
import { makeRecord } from '../../capture/record.ts';
import type { Inconclusive } from '../../judge/types.ts';
import type { Run } from '../../plan/run.ts';
import type { Outcome } from '../../run-plan.ts';
import type { ProbeReport, RunResult } from '../results.ts';

export const run = (scenario: string, more: Partial<Run> = {}): Run => ({
  client: 'some-client',
  version: '1.2.0',
  config: 'default',
  server: 'both',
  transport: 'stdio',
  scenario: `tools.result.${scenario}`,
  ...more,
});

/** A run that was judged, with a valid record. */
export function judged(of: Run, short: string): Outcome {
  const verdict: RunRecord['verdict'] = { kind: 'fields', short, checks: [], fields: [], order: [], said: null };
  const record = makeRecord(of, 'tools.result.structuredContent', {
    kind: 'judged',
    verdict,
    offeredAs: null,
    protocolVersion: '2025-11-25',
    cost: { characters: 40, tokens: 10 },
    wire: { clientFramesInvalid: 0, processes: 1 },
    wrapper: null,
  });
  return { run: of, kind: 'judged', record };
}

export function inconclusive(of: Run, reason: Inconclusive['reason'], detail: string): Outcome {
  return { run: of, kind: 'inconclusive', inconclusive: { kind: 'inconclusive', reason, detail } };
}

/** What came of a run that is as the baseline has it, unless told otherwise. */
export function result(of: Run, more: Partial<RunResult> = {}): RunResult {
  const outcome = judged(of, 'payload once (as text)');
  return { run: of, capability: 'tools.result.structuredContent', outcome, status: 'expected', changes: [], ...more };
}

/** A report with a result of each status. */
export function sampleReport(more: Partial<ProbeReport> = {}): ProbeReport {
  const [lost, hung, absent, flaky] = [run('summary_and_data'), run('large'), run('image'), run('is_error')];
  return {
    client: 'some-client',
    clientVersion: '1.2.0',
    baseline: 'data/baselines/some-client.json',
    results: [
      result(run('mirror')),
      result(lost, {
        outcome: judged(lost, '[…] content only (1x, as text)'),
        again: judged(lost, '[…] content only (1x, as text)'),
        status: 'changed',
        changes: ['structuredContent: reached the model → lost'],
      }),
      result(run('sc_only', { transport: 'http' }), { status: 'new' }),
      result(hung, {
        outcome: inconclusive(hung, 'hung', 'no request in 60 s'),
        again: inconclusive(hung, 'crashed', 'exit code 7'),
        status: 'inconclusive',
      }),
      result(absent, { outcome: inconclusive(absent, 'unsupported', 'it has no images'), status: 'unsupported' }),
      result(flaky, { status: 'flaky', changes: ['content: 1x → 2x'] }),
    ],
    stale: ['default/both-http/tools.result.gone'],
    exitCode: 3,
    ...more,
  };
}
