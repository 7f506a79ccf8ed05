import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunRecord } from '../../data/types/record.ts';
import type { Run } from '../plan/run.ts';
import { keepApart, keepRun, readTraffic } from './store.ts';

const run: Run = {
  client: 'c',
  version: '1',
  config: 'default',
  server: 'both',
  transport: 'stdio',
  scenario: 'tools',
};
const kept = { wire: 'w\n', model: 'm\n', log: 'l\n', milliseconds: 5 };
const sampleRecord = { scenario: 'tools' } as RunRecord;
let runs: string;

beforeEach(async () => {
  runs = await mkdtemp(join(tmpdir(), 'store-'));
});
afterEach(() => rm(runs, { recursive: true }));

describe('the store of evidence', () => {
  it('keeps a run below its key', async () => {
    await keepRun(runs, run, kept);
    const folder = join(runs, 'c@1/default/both-stdio/tools');
    expect(await readFile(join(folder, 'wire.jsonl'), 'utf8')).toBe('w\n');
    expect(await readFile(join(folder, 'model.jsonl'), 'utf8')).toBe('m\n');
    expect(existsSync(join(folder, 'record.json'))).toBe(false);
  });

  it('does not touch bytes that are there already', async () => {
    await keepRun(runs, run, kept);
    const path = join(runs, 'c@1/default/both-stdio/tools/wire.jsonl');
    const before = await stat(path, { bigint: true });
    await keepRun(runs, run, kept);
    expect((await stat(path, { bigint: true })).ino).toBe(before.ino);
    await keepRun(runs, run, { ...kept, wire: 'other\n' });
    expect(await readFile(path, 'utf8')).toBe('other\n');
  });

  it('leaves no record beside bytes that it was not judged from', async () => {
    const record = join(runs, 'c@1/default/both-stdio/tools/record.json');
    await keepRun(runs, run, kept);
    await writeFile(record, 'an older record');
    await keepRun(runs, run, { ...kept, wire: 'other\n' });
    expect(existsSync(record)).toBe(false);
  });

  it('keeps the lines of the log that are evidence beside the traffic, and gives them back', async () => {
    await keepRun(runs, run, { ...kept, told: 'a line\n', record: sampleRecord });
    const folder = join(runs, 'c@1/default/both-stdio/tools');
    expect(await readFile(join(folder, 'log.txt'), 'utf8')).toBe('a line\n');
    expect(await readTraffic(runs, run)).toEqual({ wire: 'w\n', model: 'm\n', told: 'a line\n' });
    // A record that was judged from other lines goes with them.
    await keepRun(runs, run, { ...kept, told: 'another\n' });
    expect(existsSync(join(folder, 'record.json'))).toBe(false);
  });

  it('keeps what could not be judged apart, until the run is judged', async () => {
    await keepApart(runs, '_inconclusive', run, kept);
    expect(existsSync(join(runs, '_inconclusive/c@1/default/both-stdio/tools/model.jsonl'))).toBe(true);
    expect(existsSync(join(runs, 'c@1'))).toBe(false);
    await keepRun(runs, run, kept);
    expect(existsSync(join(runs, '_inconclusive/c@1/default/both-stdio/tools'))).toBe(false);
  });

  it('never leaves a record beside other traffic than its own, wherever it is stopped', async () => {
    await keepRun(runs, run, { ...kept, record: sampleRecord });
    const folder = join(runs, 'c@1/default/both-stdio/tools');
    expect(existsSync(join(folder, 'record.json'))).toBe(true);
    // What stops it: the first file that it writes cannot be put in its place.
    await rm(join(folder, 'wire.jsonl'));
    await mkdir(join(folder, 'wire.jsonl'));
    await expect(keepRun(runs, run, { ...kept, wire: 'other\n', record: sampleRecord })).rejects.toThrow(
      /^Expected to write evidence/,
    );
    expect((await readdir(folder)).sort()).toEqual(['client.log', 'model.jsonl', 'timing.json', 'wire.jsonl']);
  });

  it('clears away what a killed invocation left half written', async () => {
    await keepRun(runs, run, kept);
    const folder = join(runs, 'c@1/default/both-stdio/tools');
    await writeFile(join(folder, 'wire.jsonl.999.part'), 'hal');
    await keepRun(runs, run, kept);
    expect((await readdir(folder)).sort()).toEqual(['client.log', 'model.jsonl', 'timing.json', 'wire.jsonl']);
  });

  it('says where it could not write', async () => {
    await writeFile(join(runs, 'c@1'), 'a file where a folder should be');
    await expect(keepRun(runs, run, kept)).rejects.toThrow(
      /^Expected to write evidence to .*c@1\/default\/both-stdio\/tools: /,
    );
  });
});
