import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

function cacheFile(source: string): string {
  const digest = sha256(source).toString('hex').slice(0, 32);
  return join(folder, 'cache', `${digest}-${process.version}-${process.arch}.bin`);
}

/** Made as the build does it, in a process that has run the program: only then are its functions in it. */
function codeCache(source: string): Buffer {
  const maker = `
    const script = new (require('node:vm').Script)(require('node:module').wrap(process.argv[1]), { filename: 'a.cjs' });
    script.runInThisContext()({}, require, {}, '', '');
    require('node:fs').writeFileSync(process.argv[2], script.createCachedData());`;
  const file = join(folder, 'made.bin');
  execFileSync(process.execPath, ['-e', maker, source, file]);
  return readFileSync(file);
}

/** A cache in the form in which the build writes it. */
function sealed(cache: Buffer): Buffer {
  return Buffer.concat([sha256(cache), cache]);
}

function launch(source: string, { flags = [], options = '' }: { flags?: string[]; options?: string } = {}): string {
  writeFileSync(join(folder, 'hermes-main.cjs'), source);
  return execFileSync(process.execPath, [...flags, join(folder, 'launcher.cjs')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: options },
  });
}

it('runs the program without a cache and with one', () => {
  expect(launch(program('once'))).toBe('once');
  writeFileSync(cacheFile(program('once')), sealed(codeCache(program('once'))));
  expect(launch(program('once'))).toBe('once');
});

it('takes the cache that lies under the digest of the program', () => {
  // A lie that only a launcher tells that really uses the cache.
  writeFileSync(cacheFile(program('real')), sealed(codeCache(program('fake'))));
  expect(launch(program('real'))).toBe('fake');
});

it('never runs the code of another program of the same length', () => {
  // V8 itself would: it tells sources apart by their length.
  const old = codeCache(program('AAAA'));
  const taken = new Script(Module.wrap(program('BBBB')), { cachedData: old });
  expect(taken.cachedDataRejected).toBe(false);
  writeFileSync(cacheFile(program('AAAA')), sealed(old));
  expect(launch(program('BBBB'))).toBe('BBBB');
});

it.each<[string, (cache: Buffer) => Buffer]>([
  ['empty', () => Buffer.alloc(0)],
  ['no code cache at all', () => Buffer.from('no code cache at all')],
  ['no code cache, but sealed', () => sealed(Buffer.from('no code cache at all'))],
  ['without a seal', (cache) => cache],
  ['cut in half', (cache) => sealed(cache).subarray(0, cache.length / 2)],
  ['cut in half before it was sealed', (cache) => sealed(cache.subarray(0, cache.length / 2))],
  ['one byte short', (cache) => sealed(cache).subarray(0, -1)],
  // What a machine that lost its power may leave behind. V8 would crash.
  ['whole in length, and zeros from some byte on', (cache) => sealed(cache).fill(0, 128)],
])('runs the program when its cache is %s', (_how, spoil) => {
  writeFileSync(cacheFile(program('some')), spoil(codeCache(program('lies'))));
  expect(launch(program('some'))).toBe('some');
});

it.each([
  ['its flags', { flags: ['--no-opt'] }],
  ['the flags in NODE_OPTIONS', { options: '--max-old-space-size=512' }],
])('runs the program when V8 rejects the cache for %s', (_what, how) => {
  writeFileSync(cacheFile(program('true')), sealed(codeCache(program('lies'))));
  expect(launch(program('true'), how)).toBe('true');
});

it('passes over the cache of another version of Node', () => {
  const other = cacheFile(program('mine')).replace(process.version, 'v18.0.0');
  writeFileSync(other, sealed(codeCache(program('them'))));
  expect(launch(program('mine'))).toBe('mine');
});
