import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readReport } from '../../harness/report/read-report.ts';
import { sampleReport } from '../../harness/report/testing/sample-report.ts';
import { writeReports } from './write-reports.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'reports-'))));
afterEach(() => rm(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

/** What is printed when the sample report is written. */
async function written(places: { report?: string; junit?: string }, env: NodeJS.ProcessEnv = {}): Promise<string> {
  let printed = '';
  await writeReports(sampleReport(), { ...places, env, stdout: (text) => void (printed += text) });
  return printed;
}

describe('the reports of a probe', () => {
  it('are the files that were asked for, in folders that are made', async () => {
    expect(await written({ report: at('a/b/report.jsonl'), junit: at('c/junit.xml') })).toBe('');
    expect(readReport(await readFile(at('a/b/report.jsonl'))).results).toHaveLength(6);
    expect(await readFile(at('c/junit.xml'), 'utf8')).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites /,
    );
  });

  it('are nothing where nothing was asked for', async () => {
    expect(await written({}, { GITHUB_STEP_SUMMARY: '', GITHUB_ACTIONS: '' })).toBe('');
  });

  it('are annotations on GitHub Actions', async () => {
    expect(await written({}, { GITHUB_ACTIONS: 'true' })).toMatch(
      /^::error title=some-client@1\.2\.0 summary_and_data::/,
    );
  });

  it('add to the summary of the job, and keep it below what GitHub takes', async () => {
    const summary = at('summary.md');
    await written({}, { GITHUB_STEP_SUMMARY: summary });
    await written({}, { GITHUB_STEP_SUMMARY: summary });
    expect((await readFile(summary, 'utf8')).match(/^## MCP client probe/gm)).toHaveLength(2);
    await writeFile(summary, 'x'.repeat(1024 * 1024 - 400));
    await written({}, { GITHUB_STEP_SUMMARY: summary });
    const text = await readFile(summary, 'utf8');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
    expect(text).toMatch(/x## MCP client probe[^]*\n_The rest is left out: .*_\n$/);
  });

  it('say which file could not be written', async () => {
    await writeFile(at('file'), '');
    await expect(written({ junit: at('file/junit.xml') })).rejects.toMatchObject({
      code: 'input',
      message: expect.stringMatching(/^Expected to write .*junit\.xml: /),
    });
    await expect(written({}, { GITHUB_STEP_SUMMARY: folder })).rejects.toThrow(
      /^Expected to write the summary of the job: /,
    );
  });
});
