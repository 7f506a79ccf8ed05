import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recorder, sampleRecord, withFolder, writeRun } from '../evidence/sample.ts';
import { runIngest } from '../ingest/ingest.ts';
import { packageRoot } from '../paths.ts';
import { runValidate } from './validate.ts';

async function validate(root: string, runs?: string): Promise<{ code: number; out: string; err: string }> {
  const streams = recorder();
  const code = await runValidate({
    root,
    ...(runs === undefined ? {} : { runs }),
    stdout: streams.stdout,
    stderr: streams.stderr,
  });
  return { code, out: streams.out, err: streams.err };
}

/** A root with a record of a client that the package knows, taken in. */
async function prepare(root: string): Promise<string> {
  const folder = await writeRun(join(root, 'runs'), sampleRecord({ client: 'hermes-ts' }));
  const calibration = join(folder, '..', 'calibration');
  await mkdir(calibration);
  for (const name of ['wire.jsonl', 'model.jsonl']) await writeFile(join(calibration, name), '');
  const streams = recorder();
  await runIngest({ root, date: '2026-11-30', stdout: streams.stdout, stderr: streams.stderr });
  return folder;
}

describe('validate', () => {
  it('finds nothing wrong with what ingest wrote, and passes over what git ignores', async () => {
    await withFolder(async (root) => {
      const folder = await prepare(root);
      await writeFile(join(folder, 'client.log'), 'port 127.0.0.1:4000 in /tmp/x');
      await mkdir(join(root, 'runs', '_journal'));
      await writeFile(join(root, 'runs', '_journal', 'probe.jsonl'), 'no JSON');
      expect(await validate(root)).toEqual({ code: 0, out: '6 files, 11 linters, 0 problems\n', err: '' });
    });
  });

  it('lists what is wrong, with the rule', async () => {
    await withFolder(async (root) => {
      const folder = await prepare(root);
      await writeFile(join(folder, 'model.jsonl'), '{"x":"/tmp/x"}\n');
      const { code, out } = await validate(root);
      expect(code).toBe(1);
      const path = 'runs/hermes-ts@1.0.0/default/both-stdio/tools.result.large/model.jsonl';
      expect(out).toContain(`${path}: Expected line 1 to fit model-line.schema.json: `);
      expect(out).toContain(
        `${path}: Expected no value of a machine, got an absolute path (/tmp/) in line 1. [machine-values]\n`,
      );
      expect(out).toMatch(/ Run ingest\. \[overlay-digests\]\n/);
      expect(out).toMatch(/\n6 files, 11 linters, 3 problems\n$/);
    });
  });

  it('takes nothing that it cannot read for nothing, and no link for what it leads to', async () => {
    await withFolder(async (root) => {
      const folder = await prepare(root);
      await rm(join(folder, 'record.json'));
      await symlink(join(folder, 'wire.jsonl'), join(folder, 'record.json'));
      expect((await validate(root)).out).toContain(
        'record.json: Expected a file or a folder, got something else (a link?).',
      );
      await rm(join(root, 'runs'), { recursive: true });
      await writeFile(join(root, 'runs'), 'a file');
      expect(await validate(root)).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^Expected to read runs: ENOTDIR/),
      });
    });
  });

  it('says when there is nothing to look at', async () => {
    await withFolder(async (root) => {
      expect(await validate(root)).toEqual({
        code: 2,
        out: '',
        err: 'Expected files below data/ or the folder of runs, found none.\n',
      });
    });
  });

  it('finds nothing wrong with the data of this repository', async () => {
    await withFolder(async (empty) => {
      const { out } = await validate(packageRoot(), empty);
      // Without its runs an overlay has no evidence; that is looked at by `npm run validate`.
      expect(out.split('\n').filter((line) => line.endsWith(']') && !line.endsWith('[overlay-digests]'))).toEqual([]);
    });
  });
});
