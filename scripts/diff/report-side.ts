import { resolve } from 'node:path';
import { comparedRun } from '../../harness/compare/changes.ts';
import type { Side } from '../../harness/compare/compare.ts';
import type { WholeReport } from '../../harness/report/read-report.ts';
import { ReportError } from '../../harness/report/report-error.ts';
import { CommandError } from '../error.ts';
import { readReportFile } from '../report/read-report-file.ts';

/** The verdicts in a report. Throws CommandError `missing` where there is none, and `input` where it is not whole. */
export function readReportSide(root: string, file: string): Side {
  const { header, results } = read(root, file);
  const verdicts = results.flatMap(({ outcome }) => ('record' in outcome ? [comparedRun(outcome.record)] : []));
  return { name: `${header.client}@${header.clientVersion} of report:${file}`, verdicts };
}

/** The client that a report is about. Throws as {@link readReportSide} does. */
export function clientOfReport(root: string, file: string): string {
  return read(root, file).header.client;
}

function read(root: string, file: string): WholeReport {
  try {
    return readReportFile(resolve(root, file), file);
  } catch (cause) {
    if (!(cause instanceof ReportError)) throw cause;
    throw new CommandError('input', `Expected ${file} to be a whole report: ${cause.message}`, { cause });
  }
}
