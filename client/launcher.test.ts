import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'launcher-'));
  mkdirSync(join(folder, 'cache'));
  buildSync({
    entryPoints: [join(import.meta.dirname, 'launcher.ts')],
    outfile: join(folder, 'launcher.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

const program = (word: string): string => `function say() { return '${word}'; }\nprocess.stdout.write(say());`;

function cacheFile(source: string): string {
  const digest = createHash('sha256').update(source).digest('hex').slice(0, 32);
  return join(folder, 'cache', `${digest}-${process.version}-${process.arch}.bin`);
}

function codeCache(source: string): Buffer {
  return new Script(Module.wrap(source), { filename: join(folder, 'hermes-main.cjs') }).createCachedData();
}

function launch(source: string, ...flags: string[]): string {
  writeFileSync(join(folder, 'hermes-main.cjs'), source);
  return execFileSync(process.execPath, [...flags, join(folder, 'launcher.cjs')], { encoding: 'utf8' });
}

it('runs the program without a cache and with one', () => {
  expect(launch(program('once'))).toBe('once');
  writeFileSync(cacheFile(program('once')), codeCache(program('once')));
  expect(launch(program('once'))).toBe('once');
});

it('never runs the code of another program of the same length', () => {
  // V8 itself would: it tells sources apart by their length.
  const old = codeCache(program('AAAA'));
  const taken = new Script(Module.wrap(program('BBBB')), { cachedData: old });
  expect(taken.cachedDataRejected).toBe(false);
  writeFileSync(cacheFile(program('AAAA')), old);
  expect(launch(program('BBBB'))).toBe('BBBB');
});

it.each(['', 'no code cache at all'])('runs the program when its cache is %j', (bytes) => {
  writeFileSync(cacheFile(program('some')), bytes);
  expect(launch(program('some'))).toBe('some');
});

it('runs the program when V8 rejects the cache for its flags', () => {
  writeFileSync(cacheFile(program('flag')), codeCache(program('flag')));
  expect(launch(program('flag'), '--no-opt')).toBe('flag');
});
