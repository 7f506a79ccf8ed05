import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readLogs } from './logs.ts';

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'logs-'));
});
afterEach(() => rm(home, { recursive: true }));

it('reads what is there, each under its name', async () => {
  await writeFile(join(home, 'a.log'), 'one\n');
  expect(await readLogs(home, ['a.log', 'gone.log'])).toBe('== a.log\none\n\n== gone.log\n\n');
});

it('is stopped by nothing that a client can leave in place of a log', async () => {
  await mkdir(join(home, 'folder'));
  await symlink(join(home, 'nowhere'), join(home, 'link'));
  // Whoever opens a pipe that nobody writes to waits for ever.
  execFileSync('mkfifo', [join(home, 'pipe')]);
  expect(await readLogs(home, ['folder', 'link', 'pipe'])).toBe('== folder\n\n== link\n\n== pipe\n\n');
});

it('keeps the beginning and the end of a long log', async () => {
  const lines = `first\n${'x'.repeat(5 * 1024 * 1024)}\nlast`;
  await writeFile(join(home, 'long.log'), lines);
  const kept = await readLogs(home, ['long.log']);
  expect(kept.length).toBeLessThan(2.2 * 1024 * 1024);
  expect(kept).toMatch(/^== long\.log\nfirst\nx+\n… \d+ bytes are left out …\nx+\nlast\n$/);
});
