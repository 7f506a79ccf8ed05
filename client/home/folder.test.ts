import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from './folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('makeFolder', () => {
  it('makes the folder and its parents for the user alone', () => {
    makeFolder(join(folder, 'a', 'b', 'c'));
    for (const path of ['a', 'a/b', 'a/b/c']) expect(statSync(join(folder, path)).mode & 0o777).toBe(0o700);
  });

  it('leaves a folder, and a link to one, as it is', () => {
    mkdirSync(join(folder, 'open'), { mode: 0o755 });
    symlinkSync('open', join(folder, 'link'));
    makeFolder(join(folder, 'open'));
    makeFolder(join(folder, 'link'));
    expect(statSync(join(folder, 'open')).mode & 0o777).toBe(0o755);
  });

  it.each([
    ['a file', 'file', 'EEXIST'],
    ['below a file', 'file/x', 'ENOTDIR'],
    ['a link to nowhere', 'nowhere', 'ENOENT'],
    ['below a link to nowhere', 'nowhere/x/y', 'ENOENT'],
  ])('throws for %s', (_what, path, code) => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('gone', join(folder, 'nowhere'));
    expect(() => makeFolder(join(folder, path))).toThrow(expect.objectContaining({ code }));
  });

  it.runIf(process.platform === 'linux')('ends where an existing folder says that it does not exist', () => {
    expect(() => makeFolder('/proc/self/a/b')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});
