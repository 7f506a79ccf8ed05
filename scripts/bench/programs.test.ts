import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { secondsOf } from './own-cpu.ts';
import { measureUntilReady } from './programs.ts';

const BURN = 'const used = () => process.cpuUsage(); while (used().user + used().system < 5e5);';
const READY = `const fs = require('node:fs'); fs.writeSync(1, '.'); fs.readSync(0, Buffer.alloc(1));`;

let path: string;
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'programs-')), 'program.cjs');
});
afterEach(() => rm(join(path, '..'), { recursive: true }));

it('reads what a process has used until it is ready', async () => {
  await writeFile(path, `${BURN} ${READY}`);
  expect((await measureUntilReady(path)).cpu).toBeGreaterThanOrEqual(0.49);
});

it('reads neither what comes later nor what the children used', async () => {
  const child = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(BURN)}]);`;
  await writeFile(path, `${child} ${READY} ${BURN}`);
  expect((await measureUntilReady(path)).cpu).toBeLessThan(0.49);
});

it.each([
  ['fails before it is ready', 'process.exit(3)', 'exit code 3'],
  ['fails after it was ready', `${READY} process.exit(4)`, 'exit code 4'],
])('has no figure of a program that %s', async (_what, source, message) => {
  await writeFile(path, source);
  await expect(measureUntilReady(path)).rejects.toThrow(message);
});

it.each([
  ['0:00.25\n', 0.25],
  ['  1:02.34', 62.34],
  ['01:02:03', 3723],
])('reads the time that ps writes: %j', (text, seconds) => {
  expect(secondsOf(text)).toBeCloseTo(seconds, 6);
});
