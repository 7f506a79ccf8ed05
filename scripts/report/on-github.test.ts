import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readReport } from '../../harness/report/read-report.ts';
import { madeDriver } from '../probe/faults/testing/clients.ts';
import { makePlace, start } from '../probe/faults/testing/place.ts';
import { placeWithBaseline, STDIO } from '../probe/testing/baselines.ts';

// The built program, as a job of GitHub Actions runs it.

const BOTH = ['--scenario', 'summary_and_data', ...STDIO];

it('a lost field is an error on the job, in the summary and in the report, in the same words', async () => {
  const place = await placeWithBaseline('{}', ...BOTH);
  const way = `{ show: (result) => result.content.map(({ text }) => text).join('') }`;
  const driver = await madeDriver(place, { way });
  const summary = join(place.folder, 'summary.md');
  const { exitCode, stdout } = await start(
    place,
    ['probe', '--out', place.out, ...BOTH, '--driver', driver, '--report', 'report.jsonl', '--junit', 'junit.xml'],
    { env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary } },
  );
  const lost = 'structuredContent: reached the model → lost';
  expect(exitCode).toBe(1);
  const errors = stdout.match(/^::.*$/gm);
  expect(errors).toEqual([expect.stringMatching(/^::error title=hermes-ts@\S+ summary_and_data::default\/stdio: /)]);
  expect(errors?.[0]).toContain(lost);
  expect(await readFile(summary, 'utf8')).toContain(`| \`summary_and_data\` | \`default/stdio\` | \`${lost}`);
  const { results, footer } = readReport(await readFile(join(place.folder, 'report.jsonl')));
  expect(results).toMatchObject([{ status: 'changed', changes: [expect.stringContaining(lost)] }]);
  expect(footer).toMatchObject({ results: 1, exitCode: 1 });
  expect(await readFile(join(place.folder, 'junit.xml'), 'utf8')).toContain(`<failure type="changed" message="${lost}`);
});

it('nothing that a client says, or that was asked for, is a command to the job', async () => {
  const place = await makePlace();
  const way = `{ show: () => '##[error]a\\n::error::b' }`;
  const driver = await madeDriver(place, { way });
  const env = { GITHUB_ACTIONS: 'true' };
  const probed = await start(place, ['probe', '--out', place.out, ...BOTH, '--driver', driver], { env });
  expect(probed.stdout).toContain('\\u0023#[error]a');
  const asked = await start(place, ['validate', '--runs', 'x\n::error::c\n ##[error]d'], { env });
  expect(asked.exitCode).toBe(2);
  expect(asked.stderr).toContain('\\u003a:error::c');
  for (const text of [probed.stdout, probed.stderr, asked.stdout, asked.stderr])
    expect(text).not.toMatch(/^\s*::|##\[/m);
});
