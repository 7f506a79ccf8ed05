import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withFolder } from './evidence/sample.ts';
import { LARGEST, readBytes, readText } from './read-file.ts';

it('reads a file, and knows when there is none', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'x.json');
    expect(readBytes(path, 'x')).toBeUndefined();
    expect(readText(path, 'x')).toBeUndefined();
    await writeFile(path, '“é”');
    expect(readText(path, 'x')).toBe('“é”');
  });
});

it('follows no link, waits for no pipe, and reads no folder', async () => {
  await withFolder(async (folder) => {
    const [target, link, pipe] = ['target', 'link', 'pipe'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(target, '{}');
    await symlink(target, link);
    execFileSync('mkfifo', [pipe]);
    await mkdir(join(folder, 'folder'));
    expect(() => readBytes(link, 'x')).toThrow('Expected x to be a file, got a link.');
    expect(() => readBytes(pipe, 'x')).toThrow('Expected x to be a file, got something else (a pipe?).');
    expect(() => readBytes(join(folder, 'folder'), 'x')).toThrow(/^Expected to read x: EISDIR/);
    expect(() => readBytes(join(target, 'below'), 'x')).toThrow(/^Expected to read x: ENOTDIR/);
  });
});

it('reads nothing above the limit', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'large');
    await writeFile(path, '');
    await truncate(path, LARGEST + 1);
    expect(() => readBytes(path, 'x')).toThrow('Expected x to have at most 64000000 bytes, got 64000001.');
    await truncate(path, LARGEST);
    expect(readBytes(path, 'x')).toHaveLength(LARGEST);
  });
});

it('replaces no byte that is no UTF-8', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'x');
    await writeFile(path, Buffer.from([0x22, 0xff, 0x22]));
    expect(readBytes(path, 'x')).toHaveLength(3);
    expect(() => readText(path, 'x')).toThrow('Expected x to be UTF-8, got other bytes.');
  });
});
