import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Run, runKey } from '../plan/run.ts';
import { keepAsked } from './asked.ts';
import { claimRuns } from './claim.ts';
import { openJournal } from './journal.ts';
import { checkNoLinks } from './no-links.ts';
import { dropRecords, keepApart, keepLocally, keepRun, keepSession } from './store.ts';

const run: Run = {
  client: 'sample',
  version: '1',
  config: 'default',
  server: 'both',
  transport: 'stdio',
  scenario: 'tools',
};
const kept = { wire: '{}\n', model: '', log: '', milliseconds: 1 };

let folder: string;
let runs: string;
let outside: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-client-probe-test-'));
  [runs, outside] = [join(folder, 'runs'), join(folder, 'outside')];
  await Promise.all([runs, outside].map((path) => mkdir(path)));
});
afterEach(() => rm(folder, { recursive: true }));

async function link(path: string): Promise<void> {
  await mkdir(dirname(join(runs, path)), { recursive: true });
  await symlink(outside, join(runs, path));
}

it('lets pass what is no link, and a folder of runs that is one', async () => {
  await symlink(runs, join(folder, 'alias'));
  await keepRun(join(folder, 'alias'), run, kept);
  expect(await readdir(join(runs, runKey(run)))).toContain('wire.jsonl');
  await checkNoLinks(runs, 'not/there');
});

it.each([
  ['the folder of a version', 'sample@1'],
  ['a cell', 'sample@1/default/both-stdio'],
  ['the folder of a run', 'sample@1/default/both-stdio/tools'],
])('writes nothing where %s is a link', async (_what, path) => {
  await link(path);
  const expected = 'got a link';
  await expect(keepRun(runs, run, kept)).rejects.toThrow(expected);
  await expect(keepLocally(runs, run, kept)).rejects.toThrow(expected);
  await expect(keepRun(runs, run, kept)).rejects.toMatchObject({ code: 'store' });
  expect(await readdir(outside)).toEqual([]);
});

it.each([
  ['_inconclusive', () => keepRun(runs, run, kept)],
  ['_again', () => keepRun(runs, run, kept)],
  ['_session', () => keepSession(runs, run, kept, [])],
] as const)('writes and removes nothing where %s is a link', async (apart, keep) => {
  await link(apart);
  const other = join(outside, runKey(run));
  await mkdir(other, { recursive: true });
  await expect(keepApart(runs, apart, run, kept)).rejects.toThrow('got a link');
  await expect(keep()).rejects.toThrow('got a link');
  expect(await readdir(other)).toEqual([]);
});

it('notes no hosts, drops no records and keeps no journal behind a link', async () => {
  await link('sample@1');
  await expect(keepAsked(runs, run, ['example.com'])).rejects.toThrow('got a link');
  await expect(dropRecords(runs, run)).rejects.toThrow('got a link');
  await link('_journal');
  await expect(openJournal(runs, 'x', false)).rejects.toThrow('got a link');
  await expect(claimRuns(runs, run)).rejects.toThrow('got a link');
  expect(await readdir(outside)).toEqual([]);
});
