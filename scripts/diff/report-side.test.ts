import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportLines } from '../../harness/report/jsonl.ts';
import { judged, result, run, sampleReport } from '../../harness/report/testing/sample-report.ts';
import { recorder, withFolder, writeRun } from '../evidence/sample.ts';
import { diff } from '../library/diff.ts';
import { runDiff } from './diff.ts';

const of = run('summary_and_data');
const report = (short: string): string =>
  reportLines(sampleReport({ results: [result(of, { outcome: judged(of, short) })], stale: [] }));
const both = report('[…] and {…} (content 1x, structuredContent 1x, as text)');
const content = report('[…] content only (1x, as text)');
const LOST = 'structuredContent: reached the model → lost';

it('compares two reports, and a report with a version', () =>
  withFolder(async (root) => {
    await writeFile(join(root, 'a.jsonl'), both);
    await writeFile(join(root, 'b.jsonl'), content);
    const streams = recorder();
    expect(await runDiff({ root, a: 'report:a.jsonl', b: 'report:b.jsonl', ...streams })).toBe(1);
    expect(streams.out).toContain(LOST);
    expect(streams.out).toContain('only in some-client@1.2.0 of report:a.jsonl: 0');
    const { outcome } = result(of, { outcome: judged(of, 'payload once (as text)') });
    if (outcome.kind === 'judged') await writeRun(join(root, 'runs'), outcome.record);
    expect(await diff('some-client@1.2.0', 'report:a.jsonl', { root })).toMatchObject({ equal: 0, lost: [{}] });
  }));

it('looks for the client of the report in a revision beside it', () =>
  withFolder(async (root) => {
    await writeFile(join(root, 'a.jsonl'), both);
    const streams = recorder();
    expect(await runDiff({ root, a: 'git:HEAD', b: 'report:a.jsonl', ...streams })).toBe(2);
    expect(streams.err).toMatch(/repository/);
    await expect(diff('report:a.jsonl', 'report:gone.jsonl', { root })).rejects.toMatchObject({ code: 'missing' });
  }));

it.each([
  ['is cut', both.slice(0, -1)],
  ['is none', 'x'],
])('refuses a report that %s', (_what, text) =>
  withFolder(async (root) => {
    await writeFile(join(root, 'a.jsonl'), text);
    const streams = recorder();
    expect(await runDiff({ root, a: 'report:a.jsonl', b: 'report:a.jsonl', ...streams })).toBe(2);
    expect(streams.err).toMatch(/^Expected a\.jsonl to be a whole report: /);
  }),
);
