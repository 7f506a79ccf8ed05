import { describe, expect, it } from 'vitest';
import { schemas } from '../../data/schemas.ts';
import { reportLines } from './jsonl.ts';
import { sampleReport } from './testing/sample-report.ts';

const lines = (report = sampleReport()): Record<string, unknown>[] =>
  reportLines(report)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a report as JSON lines', () => {
  it('is a header, a case and a result for each run, and a footer', () => {
    const pair = ['case', 'result'];
    expect(lines().map(({ kind }) => kind)).toEqual([
      'header',
      ...Array.from({ length: 6 }, () => pair).flat(),
      'footer',
    ]);
    expect(lines().at(-1)).toEqual({
      kind: 'footer',
      results: 6,
      stale: ['default/both-http/tools.result.gone'],
      exitCode: 3,
    });
  });

  it('writes the keys of a line in the order of its schema, and those of a record sorted', () => {
    const { header, case: ofCase, result, footer } = schemas['report-line'].$defs;
    const orders = { header, case: ofCase, result, footer };
    for (const line of lines()) {
      const order = Object.keys(orders[line['kind'] as keyof typeof orders].properties);
      expect(Object.keys(line)).toEqual(order.filter((key) => key in line));
    }
    const [, , { outcome } = {}] = lines();
    const record = Object.keys((outcome as { record: object }).record);
    expect(record).toEqual([...record].sort());
    expect(record.length).toBeGreaterThan(10);
  });

  it('gives equal bytes for equal reports, however their records were put together', () => {
    const report = sampleReport();
    const backwards = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).reverse()) as T;
    const again = {
      ...report,
      results: report.results.map((each) =>
        each.outcome.kind === 'judged'
          ? { ...each, outcome: { ...each.outcome, record: backwards(each.outcome.record) } }
          : each,
      ),
    };
    expect(reportLines(again)).toBe(reportLines(report));
  });
});
