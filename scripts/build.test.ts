import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const SOURCES = ['client', 'data', 'fixture-server', 'harness', 'scenarios', 'scripts', 'package.json'];

async function inodes(dist: string): Promise<Record<string, number>> {
  const names = (await readdir(dist, { recursive: true })).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await stat(join(dist, name))).ino] as const)),
  );
}

it('builds in a folder of any name, and leaves alone what somebody may be running from', async () => {
  const copy = join(await mkdtemp(join(tmpdir(), 'build-')), `it's "a" folder ü`);
  for (const name of SOURCES) await cp(join(root, name), join(copy, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const build = () => promisify(execFile)(process.execPath, [join(copy, 'scripts/build.mjs')]);
  // Two terminals, after the source has changed.
  await Promise.all([build(), build()]);
  const dist = join(copy, 'dist');
  const first = await inodes(dist);
  expect(Object.keys(first)).toEqual(
    expect.arrayContaining(['fixture-server.cjs', 'hermes.cjs', 'mcp-client-probe.js']),
  );
  const [former, older] = [join(dist, 'chunks', 'former.js'), join(dist, 'chunks', 'older.js')];
  await writeFile(former, '');
  await writeFile(older, '');
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(older, hoursAgo, hoursAgo);
  await build();
  // A probe that runs since before the change may not have loaded all of its parts yet.
  expect(await readFile(former, 'utf8')).toBe('');
  await rm(former);
  expect(await inodes(dist)).toEqual(first);
  const notices = await readFile(join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of ['@modelcontextprotocol/client', 'ajv', 'commander', 'yaml', 'zod'])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\S+\\n\\n.*(?:licen[cs]e|copyright|permission)`, 'ims'));
  // A machine that lost its power may leave a cache of the right length that is none.
  const [name = ''] = await readdir(join(dist, 'cache'));
  const cache = join(dist, 'cache', name);
  await writeFile(cache, Buffer.alloc((await stat(cache)).size));
  await build();
  const bytes = await readFile(cache);
  expect(bytes.subarray(0, 32)).toEqual(createHash('sha256').update(bytes.subarray(32)).digest());
  await rm(join(copy, '..'), { recursive: true });
});
