import { isDeepStrictEqual } from 'node:util';
import { faultOf } from '../../data/forms.ts';
import type { RunRecord } from '../../data/types/record.ts';
import type { ReportCase, ReportFooter, ReportHeader, ReportLine, ReportResult } from '../../data/types/report-line.ts';
import { runPlace } from '../plan/run.ts';
import { ReportError } from './report-error.ts';

/** A whole report: each case has one result, each result its case. */
export interface WholeReport {
  header: ReportHeader;
  cases: ReportCase[];
  results: ReportResult[];
  footer: ReportFooter;
}

/**
 * Reads a report of JSON lines, from its text or its bytes. Throws ReportError for everything that is not a whole, valid
 * report; one that was cut short anywhere, if only by its last newline, is `missing-footer`.
 */
export function readReport(report: string | Uint8Array): WholeReport {
  const text = typeof report === 'string' ? report : decode(report);
  if (text === '') throw new ReportError('empty', 'Expected a report, got nothing.');
  const lines = text.split('\n');
  const rest = lines.pop();
  const reading = new Reading();
  for (const [index, line] of lines.entries()) reading.take(parse(line, index + 1), index + 1);
  const whole = reading.whole();
  if (rest !== '') throw afterFooter('the beginning of a line', lines.length + 1);
  return whole;
}

/** What has been read so far; every line must fit what came before it. */
class Reading {
  private header: ReportHeader | undefined;
  private readonly cases = new Map<string, ReportCase>();
  private readonly results = new Map<string, ReportResult>();
  private footer: ReportFooter | undefined;

  take(line: ReportLine, at: number): void {
    if (this.footer !== undefined) throw afterFooter(`a ${line.kind}`, at);
    if (this.header === undefined && line.kind !== 'header')
      throw new ReportError('no-header', `Expected a header first, got a ${line.kind}.`, at);
    if (line.kind === 'header') this.takeHeader(line, at);
    else if (line.kind === 'case') this.takeCase(line, at);
    else if (line.kind === 'result') this.takeResult(line, at);
    else this.footer = line;
  }

  /** The report, now that there are no more lines. */
  whole(): WholeReport {
    const { header, footer } = this;
    if (header === undefined || footer === undefined)
      throw new ReportError('missing-footer', 'Expected a footer and its newline, got none: the report is unfinished.');
    const missing = [...this.cases.keys()].find((id) => !this.results.has(id));
    if (missing !== undefined)
      throw new ReportError('missing-result', `Expected a result of ${JSON.stringify(missing)}, got none.`);
    if (footer.results !== this.results.size)
      throw new ReportError('wrong-count', `Expected ${footer.results} results, got ${this.results.size}.`);
    return { header, cases: [...this.cases.values()], results: [...this.results.values()], footer };
  }

  private takeHeader(line: ReportHeader, at: number): void {
    if (this.header !== undefined) throw new ReportError('second-header', 'Expected one header, got a second.', at);
    this.header = line;
  }

  private takeCase(line: ReportCase, at: number): void {
    const id = JSON.stringify(line.id);
    if (this.cases.has(line.id)) throw new ReportError('duplicate-case', `Expected the case ${id} once.`, at);
    if (line.id !== runPlace(line.run))
      throw new ReportError('malformed', `Expected the id ${JSON.stringify(runPlace(line.run))}, got ${id}.`, at);
    this.cases.set(line.id, line);
  }

  private takeResult(line: ReportResult, at: number): void {
    const id = JSON.stringify(line.id);
    const known = this.cases.get(line.id);
    if (known === undefined) throw new ReportError('unknown-case', `Expected the case of the result ${id} first.`, at);
    if (this.results.has(line.id)) throw new ReportError('duplicate-result', `Expected one result of ${id}.`, at);
    for (const outcome of [line.outcome, line.again])
      if (outcome !== undefined && 'record' in outcome && !this.isOf(outcome.record, known))
        throw new ReportError('malformed', `Expected a record of ${id}, got that of another run.`, at);
    this.results.set(line.id, line);
  }

  private isOf(record: RunRecord, { run, capability }: ReportCase): boolean {
    const expected = { client: this.header?.client, clientVersion: this.header?.clientVersion, capability, ...run };
    return isDeepStrictEqual({ ...record, ...expected }, record);
  }
}

function afterFooter(got: string, at: number): ReportError {
  return new ReportError('after-footer', `Expected the footer to be the last line, got ${got} after it.`, at);
}

function decode(bytes: Uint8Array): string {
  try {
    // A byte order mark is no part of JSON, so it is left for the parser to refuse.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ReportError('not-utf-8', 'Expected UTF-8, got other bytes.', undefined, { cause });
  }
}

function parse(line: string, at: number): ReportLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new ReportError('not-json', `Expected JSON, got ${JSON.stringify(line.slice(0, 40))}.`, at, { cause });
  }
  const fault = faultOf('report-line', value);
  if (fault !== undefined) throw new ReportError('malformed', `Expected a line of a report: ${fault}.`, at);
  return value as ReportLine;
}
