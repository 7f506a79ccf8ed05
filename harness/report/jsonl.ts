import { canonicalJson } from '../../data/canonical-json.ts';
import type { RunRecord } from '../../data/types/record.ts';
import type { ReportFooter, ReportLine, ReportOutcome } from '../../data/types/report-line.ts';
import { FIXTURE_VERSION } from '../../fixture-server/version.ts';
import { JUDGE_VERSION } from '../judge/version.ts';
import { runPlace } from '../plan/run.ts';
import type { Outcome } from '../run-plan.ts';
import type { ProbeReport, RunResult } from './results.ts';

/**
 * A report as JSON lines: a header, a case and its result for each run, a footer. Keys come in the order of their schema
 * (data/schema/report-line.schema.json), those of records sorted; equal reports give equal bytes.
 */
export function reportLines(report: ProbeReport): string {
  const { client, clientVersion, baseline, results, stale, exitCode } = report;
  const lines: ReportLine[] = [
    {
      kind: 'header',
      form: 1,
      client,
      clientVersion,
      judgeVersion: JUDGE_VERSION,
      fixtureVersion: FIXTURE_VERSION,
      baseline,
    },
    ...results.flatMap(linesOf),
    { kind: 'footer', results: results.length, stale, exitCode: exitCode as ReportFooter['exitCode'] },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function linesOf({ run, capability, outcome, again, status, changes }: RunResult): ReportLine[] {
  const id = runPlace(run);
  const { config, scenario, server, transport } = run;
  return [
    { kind: 'case', id, run: { config, scenario, server, transport }, capability },
    {
      kind: 'result',
      id,
      outcome: outcomeOf(outcome),
      ...(again && { again: outcomeOf(again) }),
      status,
      changes,
    },
  ];
}

function outcomeOf(outcome: Outcome): ReportOutcome {
  if (outcome.kind === 'judged') return { record: JSON.parse(canonicalJson(outcome.record)) as RunRecord };
  const { detail, reason } = outcome.inconclusive;
  return { detail, reason };
}
