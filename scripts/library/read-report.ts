import type { WholeReport } from '../../harness/report/read-report.ts';

/**
 * Reads the file that `probe --report` wrote. Rejects with ReportError where it is not a whole report: one that was cut
 * anywhere, if only by its last newline, is `missing-footer`. Rejects with CommandError `missing` where there is no file, and
 * `input` where it cannot be read or is a link.
 */
export async function readReport(file: string): Promise<WholeReport> {
  const { readReportFile } = await import('../report/read-report-file.ts');
  return readReportFile(file);
}
