/** What is wrong with a report. `missing-footer`: it is unfinished. */
export type ReportFault =
  | 'empty'
  | 'not-utf-8'
  | 'not-json'
  | 'malformed'
  | 'no-header'
  | 'second-header'
  | 'duplicate-case'
  | 'unknown-case'
  | 'duplicate-result'
  | 'missing-result'
  | 'missing-footer'
  | 'wrong-count'
  | 'after-footer';

/** A report cannot be read. */
export class ReportError extends Error {
  readonly code: ReportFault;
  /** The line that is wrong, from 1; undefined where it is none in particular. */
  readonly line: number | undefined;

  constructor(code: ReportFault, message: string, line?: number, options?: ErrorOptions) {
    super(line === undefined ? message : `Line ${line}: ${message}`, options);
    this.name = 'ReportError';
    this.code = code;
    this.line = line;
  }
}
