import { describe, expect, it } from 'vitest';
import { reportLines } from './jsonl.ts';
import { readReport } from './read-report.ts';
import { ReportError } from './report-error.ts';
import { judged, result, run, sampleReport } from './testing/sample-report.ts';

const text = reportLines(sampleReport());
const lines = text.split('\n').slice(0, -1);
const [header = '', firstCase = '', firstResult = ''] = lines;
const footer = lines.at(-1) ?? '';
const footerOf = (results: number): string => JSON.stringify({ ...JSON.parse(footer), results });
const joined = (...some: string[]): string => some.map((line) => `${line}\n`).join('');

/** What is said when `report` is refused; fails when it is not. */
function refusal(report: string | Uint8Array): ReportError {
  try {
    readReport(report);
  } catch (error) {
    if (error instanceof ReportError) return error;
    throw error;
  }
  throw new Error('Expected the report to be refused.');
}

describe('reading a report', () => {
  it('gives back what was written, from text and from bytes', () => {
    const report = readReport(text);
    expect(report.header).toMatchObject({ client: 'some-client', clientVersion: '1.2.0', form: 1 });
    expect(report.cases.map(({ id }) => id)).toEqual(report.results.map(({ id }) => id));
    expect(report.results.map(({ status }) => status)).toEqual([
      'expected',
      'changed',
      'new',
      'inconclusive',
      'unsupported',
      'flaky',
    ]);
    expect(report.results[3]).toMatchObject({
      outcome: { detail: 'no request in 60 s', reason: 'hung' },
      again: { detail: 'exit code 7', reason: 'crashed' },
    });
    expect(readReport(Buffer.from(text))).toEqual(report);
  });

  it('takes a report of no runs', () => {
    expect(readReport(reportLines(sampleReport({ results: [] }))).results).toEqual([]);
  });

  it('refuses one that was cut at any byte', () => {
    const bytes = Buffer.from(text);
    for (let length = 0; length < bytes.length; length += 1)
      expect(refusal(bytes.subarray(0, length)).code).toMatch(/^(empty|missing-footer|not-utf-8)$/);
  });

  it('refuses a long one that was cut at any of 60 bytes', () => {
    const many = Array.from({ length: 1000 }, (_, index) => result(run(`scenario_${index}`)));
    const bytes = Buffer.from(reportLines(sampleReport({ results: many })));
    expect(readReport(bytes).results).toHaveLength(1000);
    for (let cut = 1; cut <= 60; cut += 1)
      expect(refusal(bytes.subarray(0, Math.floor((bytes.length * cut) / 61))).code).toBe('missing-footer');
    expect(refusal(bytes.subarray(0, -1)).code).toBe('missing-footer');
  });

  const strange = JSON.stringify({ ...JSON.parse(firstCase), surprise: 1 });
  const misnamed = firstCase.replace('"id":"default/', '"id":"other/');
  const another = reportLines(sampleReport({ results: [result(run('mirror'), { outcome: judged(run('x'), 'x') })] }));
  const stranger = reportLines(sampleReport({ client: 'another' }));
  it.each<[string, ReportError['code'], number | undefined, string]>([
    ['nothing', 'empty', undefined, ''],
    ['no JSON', 'not-json', 2, joined(header, 'result', footer)],
    ['an empty line', 'not-json', 2, joined(header, '', footer)],
    ['a byte order mark', 'not-json', 1, `\uFEFF${text}`],
    ['a line of another form', 'malformed', 2, joined(header, strange, footer)],
    ['an id that is not its run', 'malformed', 2, joined(header, misnamed, footer)],
    ['a record of another run', 'malformed', 3, another],
    ['a record of another client', 'malformed', 3, stranger],
    ['no header', 'no-header', 1, joined(...lines.slice(1))],
    ['a second header', 'second-header', 2, joined(header, ...lines)],
    ['a case twice', 'duplicate-case', 3, joined(header, firstCase, firstCase, firstResult, footer)],
    ['a result without its case', 'unknown-case', 2, joined(header, firstResult, footerOf(1))],
    ['a result twice', 'duplicate-result', 4, joined(header, firstCase, firstResult, firstResult, footerOf(2))],
    ['a case without its result', 'missing-result', undefined, joined(header, firstCase, footerOf(0))],
    ['no footer', 'missing-footer', undefined, joined(...lines.slice(0, -1))],
    ['another count of results', 'wrong-count', undefined, joined(header, firstCase, firstResult, footerOf(7))],
    ['a line after the footer', 'after-footer', lines.length + 1, joined(...lines, firstCase)],
    ['a piece of a line after the footer', 'after-footer', lines.length + 1, `${text}{`],
  ])('refuses %s', (_, code, line, report) => {
    expect(refusal(report)).toMatchObject({ code, line });
  });

  it('refuses bytes that are no UTF-8', () => {
    expect(refusal(Buffer.from(text.replace('some-client', 'some-\xe9lient'), 'latin1')).code).toBe('not-utf-8');
  });

  it('says where it is wrong and how, without repeating what a client wrote', () => {
    const odd = firstResult.replace('"status":"expected"', '"status":"\\u001b[31modd"');
    expect(refusal(joined(header, firstCase, odd)).message).toMatch(
      /^Line 3: Expected a line of a report: at "\/status" it must be equal to one of the allowed values \([^\p{Cc}]+\)\.$/u,
    );
  });
});
