import { readReport, type WholeReport } from '../../harness/report/read-report.ts';
import { CommandError } from '../error.ts';
import { readBytes } from '../read-file.ts';

/**
 * Reads the report that `probe --report` wrote. Throws CommandError `missing` or `input` where the file is not there or cannot
 * be read, and ReportError where it is not a whole report.
 */
export function readReportFile(path: string, shown = path): WholeReport {
  const bytes = readBytes(path, shown);
  if (bytes === undefined) throw new CommandError('missing', `Expected ${shown}, found no such file.`);
  return readReport(bytes);
}
