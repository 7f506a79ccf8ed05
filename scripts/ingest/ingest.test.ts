import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { recorder, sampleRecord, withFolder, writeRun } from '../evidence/sample.ts';
import { runIngest } from './ingest.ts';

const overlayFile = (root: string): string => join(root, 'data', 'verified', 'sample.json');

async function ingest(root: string, date?: string): Promise<{ code: number; out: string; err: string }> {
  const streams = recorder();
  const code = await runIngest({
    root,
    ...(date === undefined ? {} : { date }),
    stdout: streams.stdout,
    stderr: streams.stderr,
  });
  return { code, out: streams.out, err: streams.err };
}

async function overlay(root: string): Promise<VerifiedOverlay> {
  return JSON.parse(await readFile(overlayFile(root), 'utf8')) as VerifiedOverlay;
}

describe('ingest', () => {
  it('writes the records of a client in the order of the card, oldest version first', async () => {
    await withFolder(async (root) => {
      const runs = join(root, 'runs');
      await writeRun(runs, sampleRecord({ config: 'legacy' }));
      await writeRun(runs, sampleRecord({ config: 'complete' }));
      await writeRun(runs, sampleRecord({ clientVersion: '1.10.0' }));
      await writeRun(runs, sampleRecord({ clientVersion: '1.9.0' }));
      await writeRun(runs, sampleRecord({ transport: 'http' }));
      await writeRun(runs, sampleRecord({ scenario: 'tools', capability: 'tools' }));
      const { code, out } = await ingest(root, '2026-11-30');
      expect(code).toBe(0);
      expect(out).toBe('sample: 6 records, 6 new, 0 changed, 0 dropped; data/verified/sample.json written\n');
      expect((await overlay(root)).records.map(({ path, date }) => [path, date])).toEqual([
        ['runs/sample@1.0.0/default/both-stdio/tools', '2026-11-30'],
        ['runs/sample@1.0.0/default/both-http/tools.result.large', '2026-11-30'],
        ['runs/sample@1.9.0/default/both-stdio/tools.result.large', '2026-11-30'],
        ['runs/sample@1.10.0/default/both-stdio/tools.result.large', '2026-11-30'],
        ['runs/sample@1.0.0/complete/both-stdio/tools.result.large', '2026-11-30'],
        ['runs/sample@1.0.0/legacy/both-stdio/tools.result.large', '2026-11-30'],
      ]);
    });
  });

  it('leaves the file untouched when nothing is new, and dates only what is', async () => {
    await withFolder(async (root) => {
      const runs = join(root, 'runs');
      await writeRun(runs, sampleRecord());
      await writeRun(runs, sampleRecord({ config: 'legacy' }));
      await ingest(root, '2026-11-01');
      const before = await readFile(overlayFile(root));
      const { mtimeMs } = await stat(overlayFile(root));
      expect((await ingest(root, '2026-11-30')).out).toBe(
        'sample: 2 records, 0 new, 0 changed, 0 dropped; data/verified/sample.json unchanged\n',
      );
      expect(await readFile(overlayFile(root))).toEqual(before);
      expect((await stat(overlayFile(root))).mtimeMs).toBe(mtimeMs);

      await writeRun(runs, sampleRecord({ config: 'legacy' }), {
        wire: '{"seq":1,"process":1,"dir":"c2s","text":"[]"}\n',
      });
      expect((await ingest(root, '2026-11-30')).out).toContain('0 new, 1 changed, 0 dropped');
      expect((await overlay(root)).records.map(({ config, date }) => [config, date])).toEqual([
        ['default', '2026-11-01'],
        ['legacy', '2026-11-30'],
      ]);
    });
  });

  it('drops a record whose run is gone', async () => {
    await withFolder(async (root) => {
      await writeRun(join(root, 'runs'), sampleRecord());
      const gone = await writeRun(join(root, 'runs'), sampleRecord({ config: 'legacy' }));
      await ingest(root);
      await rm(gone, { recursive: true });
      expect((await ingest(root)).out).toContain('1 record, 0 new, 0 changed, 1 dropped');
    });
  });

  it('passes over calibration runs and folders with a leading underscore', async () => {
    await withFolder(async (root) => {
      const runs = join(root, 'runs');
      await writeRun(runs, sampleRecord());
      await mkdir(join(runs, 'sample@1.0.0/default/both-stdio/calibration'));
      await mkdir(join(runs, 'sample@1.0.0/default/both-stdio/_session'));
      await writeRun(join(runs, '_inconclusive'), sampleRecord({ config: 'legacy' }));
      expect((await ingest(root)).out).toContain('1 record, 1 new');
    });
  });

  it.each([
    ['no JSON', '{', 'to be JSON'],
    [
      'an unknown member',
      JSON.stringify({ ...sampleRecord({ config: 'legacy' }), x: 1 }),
      'it must NOT have additional properties ("x")',
    ],
    [
      'another config',
      JSON.stringify(sampleRecord({ config: 'x' })),
      'Expected "config" of sample@1.0.0/legacy/both-stdio/tools.result.large/record.json to be "legacy", as its folder says, got "x".',
    ],
    [
      'an unknown capability',
      JSON.stringify(sampleRecord({ config: 'legacy', capability: 'flying' })),
      'to be an id of data/capabilities.json, got "flying"',
    ],
  ])('names a record with %s and writes nothing', async (_what, text, message) => {
    await withFolder(async (root) => {
      await writeRun(join(root, 'runs'), sampleRecord());
      const folder = await writeRun(join(root, 'runs'), sampleRecord({ config: 'legacy' }));
      await writeFile(join(folder, 'record.json'), text);
      const { code, err } = await ingest(root);
      expect(code).toBe(2);
      expect(err).toContain(message);
      expect(err).toContain('sample@1.0.0/legacy/both-stdio/tools.result.large/record.json');
      expect(err).toMatch(/Nothing was written\.\n$/);
      await expect(stat(overlayFile(root))).rejects.toThrow('ENOENT');
    });
  });

  it.each([
    [
      'half-written',
      'wire.jsonl',
      '{"seq":1,"process":1,',
      'Expected line 1 of wire.jsonl to end in a newline, got the end of the file.',
    ],
    ['of another form', 'wire.jsonl', 'null\n', 'Expected line 1 of wire.jsonl to be an object, got null.'],
    ['no JSON', 'model.jsonl', '\ufffd\n', 'Expected line 1 of model.jsonl to be JSON, got "\ufffd".'],
  ])(
    'names traffic that is %s, because nobody could judge it again, and writes nothing',
    async (_what, name, text, message) => {
      await withFolder(async (root) => {
        const folder = await writeRun(join(root, 'runs'), sampleRecord());
        await writeFile(join(folder, name), text);
        expect(await ingest(root)).toEqual({
          code: 2,
          out: '',
          err: `sample@1.0.0/default/both-stdio/tools.result.large: ${message}\nNothing was written.\n`,
        });
        await expect(stat(overlayFile(root))).rejects.toThrow('ENOENT');
      });
    },
  );

  it('does not take an overlay that it cannot read for none, which would date everything anew', async () => {
    await withFolder(async (root) => {
      await writeRun(join(root, 'runs'), sampleRecord());
      await mkdir(overlayFile(root), { recursive: true });
      expect(await ingest(root)).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^Expected to read data\/verified\/sample\.json: EISDIR/),
      });
      await rm(join(root, 'data', 'verified'), { recursive: true });
      await writeFile(join(root, 'data', 'verified'), 'a file');
      expect((await ingest(root)).err).toMatch(/^Expected to read data\/verified\/sample\.json: ENOTDIR/);
      await rm(join(root, 'runs'), { recursive: true });
      await writeFile(join(root, 'runs'), 'a file');
      expect((await ingest(root)).err).toMatch(/^Expected to read .*runs: ENOTDIR/);
    });
  });

  it('names a file of the evidence that is missing', async () => {
    await withFolder(async (root) => {
      const folder = await writeRun(join(root, 'runs'), sampleRecord());
      await rm(join(folder, 'model.jsonl'));
      expect(await ingest(root)).toMatchObject({
        code: 2,
        err: 'Expected sample@1.0.0/default/both-stdio/tools.result.large/model.jsonl, found no such file.\nNothing was written.\n',
      });
    });
  });

  it('says when there are no runs, and refuses a day that does not exist', async () => {
    await withFolder(async (root) => {
      expect(await ingest(root)).toMatchObject({ code: 2, err: 'Expected runs below runs/, found none.\n' });
      expect(await ingest(root, '2026-02-30')).toMatchObject({
        code: 2,
        err: 'Expected --date to be a day as YYYY-MM-DD, got "2026-02-30".\n',
      });
    });
  });
});
