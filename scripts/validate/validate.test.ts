import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recorder, sampleRecord, withFolder, writeRun } from '../evidence/sample.ts';
import { runIngest } from '../ingest/ingest.ts';
import { packageRoot } from '../paths.ts';
import { linters } from './linters.ts';
import { noteFile } from './sample-stored.ts';
import { runValidate, type ValidateOptions } from './validate.ts';

const NOWHERE = { date: '2026-11-30', publisher: 'p', title: 't', url: 'https://example.com/' };

async function validate(
  root: string,
  given: Pick<ValidateOptions, 'runs' | 'fix' | 'list'> = {},
): Promise<{ code: number; out: string; err: string }> {
  const streams = recorder();
  const code = await runValidate({
    root,
    ...given,
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
      expect(await validate(root)).toEqual({ code: 0, out: '6 files, 19 linters, 0 problems\n', err: '' });
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
      expect(out).toMatch(/\n6 files, 19 linters, 3 problems\n$/);
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

  it('says that there are no runs, and asks nobody to ingest none', async () => {
    await withFolder(async (root) => {
      await prepare(root);
      await rm(join(root, 'runs'), { recursive: true });
      expect(await validate(root)).toMatchObject({
        code: 1,
        out: expect.stringMatching(
          /^data\/verified\/hermes-ts.json: Expected the folder runs\/ with the evidence of its records, found no such folder. \[overlay-digests\]\n/,
        ),
      });
      expect(await validate(root, { runs: join(root, 'gone') })).toEqual({
        code: 2,
        out: '',
        err: 'Expected the folder of runs gone, found no such folder.\n',
      });
    });
  });

  it('lists its rules', async () => {
    await withFolder(async (root) => {
      const { code, out } = await validate(root, { list: true });
      expect(code).toBe(0);
      expect(out.split('\n').slice(0, -1)).toHaveLength(linters.length);
      expect(out).toContain('key-order (--fix): Records, overlays, ');
      expect(out).toContain('\nruns-size: The folder of runs has at most 50 MB.\n');
    });
  });

  it('mends what a program can mend, in data/ only, and says so', async () => {
    await withFolder(async (root) => {
      await prepare(root);
      const note = join(root, 'data', 'notes', 'one-note.json');
      await mkdir(join(root, 'data', 'notes'));
      const sound = noteFile({ clients: ['hermes-ts'], sources: [NOWHERE] });
      const { summary, ...rest } = JSON.parse(sound) as { summary: string };
      await writeFile(note, JSON.stringify({ summary: summary.slice(0, -1), ...rest }).replaceAll(',', ',\r\n'));
      expect(await validate(root, { fix: true })).toEqual({
        code: 0,
        out: 'data/notes/one-note.json: mended. [plain-text, key-order, evidence-notes]\n7 files, 19 linters, 0 problems\n',
        err: '',
      });
      expect(await readFile(note, 'utf8')).toBe(sound);
      expect((await validate(root, { fix: true })).out).toBe('7 files, 19 linters, 0 problems\n');
    });
  });

  it('mends nothing that would lose something, and no evidence', async () => {
    await withFolder(async (root) => {
      const folder = await prepare(root);
      await mkdir(join(root, 'data', 'notes'));
      const twice = join(root, 'data', 'notes', 'one-note.json');
      const bytes = join(root, 'data', 'notes', 'other-note.json');
      const record = join(folder, 'record.json');
      const before = {
        [twice]: Buffer.from(noteFile({ clients: ['hermes-ts'] }).replace('{', '{"title":"x","summary":"y",')),
        [bytes]: Buffer.concat([Buffer.from(noteFile({ id: 'other-note' })), Buffer.from([0xff])]),
        [record]: Buffer.from(JSON.stringify(JSON.parse(await readFile(record, 'utf8')))),
      };
      for (const [path, text] of Object.entries(before)) await writeFile(path, text);
      const { code, out } = await validate(root, { fix: true });
      expect(code).toBe(1);
      expect(out).not.toContain('mended');
      for (const [path, text] of Object.entries(before)) expect(await readFile(path)).toEqual(text);
    });
  });

  it('finds nothing wrong with this repository', async () => {
    expect(await validate(packageRoot())).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+ files, \d+ linters, 0 problems\n$/),
      err: '',
    });
  });
});
