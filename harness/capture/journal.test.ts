import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from './journal.ts';

let runs: string;

beforeEach(async () => {
  runs = await mkdtemp(join(tmpdir(), 'journal-'));
});
afterEach(() => rm(runs, { recursive: true }));

describe('the journal', () => {
  it('remembers what the same invocation finished, and only with resume', async () => {
    const first = await openJournal(runs, 'a question', false);
    await first.note('one');
    await first.note('two');
    expect([...(await openJournal(runs, 'a question', true)).finished]).toEqual(['one', 'two']);
    const other = await openJournal(runs, 'another question', true);
    expect([...other.finished]).toEqual([]);
    await other.note('three');
    const again = await openJournal(runs, 'a question', false);
    expect([...again.finished]).toEqual([]);
    await again.remove();
    expect(existsSync(join(runs, '_journal'))).toBe(true);
    await (await openJournal(runs, 'another question', false)).remove();
    expect(existsSync(join(runs, '_journal'))).toBe(false);
  });

  it('does not take a line that was cut short for the run that it begins like', async () => {
    const first = await openJournal(runs, 'a question', false);
    await first.note('c@1/tools.result.mirror');
    const [name = ''] = await readdir(join(runs, '_journal'));
    await appendFile(join(runs, '_journal', name), 'c@1/tools');
    const second = await openJournal(runs, 'a question', true);
    expect([...second.finished]).toEqual(['c@1/tools.result.mirror']);
    await second.note('c@1/tools');
    expect([...(await openJournal(runs, 'a question', true)).finished]).toEqual([
      'c@1/tools.result.mirror',
      'c@1/tools',
    ]);
  });

  it('does not take a run for finished whose evidence was changed since', async () => {
    const names = ['record.json', 'wire.jsonl', 'model.jsonl'];
    const keys = ['whole', ...names.map((name) => `changed/${name}`), ...names.map((name) => `gone/${name}`)];
    const first = await openJournal(runs, 'a question', false);
    for (const key of keys) {
      await mkdir(join(runs, key), { recursive: true });
      for (const name of names) await writeFile(join(runs, key, name), 'bytes');
      await first.note(key);
    }
    for (const name of names) {
      await writeFile(join(runs, 'changed', name, name), 'other');
      await rm(join(runs, 'gone', name, name));
    }
    expect([...(await openJournal(runs, 'a question', true)).finished]).toEqual(['whole']);
    expect([...(await openJournal(runs, 'a question', true)).finished]).toEqual(['whole']);
  });

  it('is not there until there is something to note', async () => {
    await openJournal(runs, 'a question', false);
    expect(await readdir(join(runs, '_journal'))).toEqual([]);
  });

  it('is nobody else’s: another question goes on when one has been answered', async () => {
    const [first, second] = [await openJournal(runs, 'one', false), await openJournal(runs, 'two', false)];
    await first.remove();
    await second.note('a run');
    expect([...(await openJournal(runs, 'two', true)).finished]).toEqual(['a run']);
    await second.remove();
    expect(existsSync(join(runs, '_journal'))).toBe(false);
  });

  it('says when the folder of runs is no folder', async () => {
    const file = join(runs, 'file');
    await writeFile(file, '');
    await expect(openJournal(file, 'one', false)).rejects.toThrow(
      /^Expected to keep a journal in .*file\/_journal: ENOTDIR/,
    );
  });
});
