import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportLines } from '../../harness/report/jsonl.ts';
import { sampleReport } from '../../harness/report/testing/sample-report.ts';
import { withFolder } from '../evidence/sample.ts';
import { CommandError, ReportError, readReport } from './index.ts';

const text = reportLines(sampleReport());

it('reads a whole report', () =>
  withFolder(async (folder) => {
    const file = join(folder, 'report.jsonl');
    await writeFile(file, text);
    const { header, results, footer } = await readReport(file);
    expect([header.client, results.length, footer.exitCode]).toEqual(['some-client', 6, 3]);
  }));

it('refuses one that was cut, even by its last newline', () =>
  withFolder(async (folder) => {
    const file = join(folder, 'report.jsonl');
    for (const cut of [text.slice(0, -1), text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)]) {
      await writeFile(file, cut);
      const refusal = await readReport(file).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ReportError);
      expect(refusal).toMatchObject({ code: expect.stringMatching(/missing-footer|not-json/) as string });
    }
  }));

it('refuses a file that is not there, or a link', () =>
  withFolder(async (folder) => {
    await symlink('/etc/hostname', join(folder, 'link'));
    const refusals = await Promise.all(
      ['nothing', 'link'].map((name) => readReport(join(folder, name)).catch((error: unknown) => error)),
    );
    expect(refusals.every((error) => error instanceof CommandError)).toBe(true);
    expect(refusals.map((error) => (error as CommandError).code)).toEqual(['missing', 'input']);
  }));
