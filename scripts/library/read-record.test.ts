import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleRecord, withFolder, writeRun } from '../evidence/sample.ts';
import { readRecord } from './index.ts';

function expectRefusal(folder: string, code: string, message: RegExp): Promise<void> {
  return expect(readRecord(folder)).rejects.toMatchObject({
    name: 'CommandError',
    code,
    message: expect.stringMatching(message) as string,
  });
}

describe('readRecord', () => {
  it('reads the record of a run, wherever the folder of runs lies', () =>
    withFolder(async (base) => {
      await mkdir(join(base, 'real'));
      await symlink(join(base, 'real'), join(base, 'link'));
      const record = sampleRecord();
      expect(await readRecord(await writeRun(join(base, 'link'), record))).toEqual(record);
    }));

  it('refuses what is no record, and what is that of another run', () =>
    withFolder(async (base) => {
      const folder = await writeRun(base, sampleRecord());
      await expectRefusal(base, 'input', /^Expected the folder of a run, .* got "/);
      await expectRefusal(join(folder, '../nothing'), 'missing', /nothing\/record\.json, found no such file/);
      await rename(folder, join(folder, '../tools.result.mirror'));
      await expectRefusal(join(folder, '../tools.result.mirror'), 'input', /^Expected "scenario" of .* to be/);
      await writeRun(base, sampleRecord());
      await writeFile(join(folder, 'record.json'), '{"client":"sample"}');
      await expectRefusal(folder, 'input', /^Expected .* to be a record: at "\/" it must have required property/);
      await writeFile(join(folder, 'record.json'), '{');
      await expectRefusal(folder, 'input', /to be JSON/);
    }));

  it('follows no link to a record, or to the folder of one', () =>
    withFolder(async (base) => {
      const [outside, runs] = [await writeRun(join(base, 'outside'), sampleRecord()), join(base, 'runs')];
      const folder = await writeRun(runs, sampleRecord());
      await rm(join(folder, 'record.json'));
      await symlink(join(outside, 'record.json'), join(folder, 'record.json'));
      await expectRefusal(folder, 'input', /got a link/);
      await rm(folder, { recursive: true });
      await symlink(outside, folder);
      await expectRefusal(folder, 'input', /got a link/);
    }));
});
