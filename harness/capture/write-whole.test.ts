import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from './write-whole.ts';

let runs: string;

beforeEach(async () => {
  runs = await mkdtemp(join(tmpdir(), 'write-whole-'));
});
afterEach(() => rm(runs, { recursive: true }));

describe('a folder', () => {
  it('is made with all above it, and may be there already', async () => {
    await Promise.all([
      makeFolder(join(runs, 'a/b/c')),
      makeFolder(join(runs, 'a/b/c')),
      makeFolder(join(runs, 'a/b')),
    ]);
    expect(existsSync(join(runs, 'a/b/c'))).toBe(true);
  });

  it.each(['/proc/nothing/here', '/dev/null/here'])('is refused at once where none can be, at %s', async (path) => {
    await expect(makeFolder(path)).rejects.toThrow(/ENOENT|ENOTDIR|EPERM|EACCES|EROFS/);
  });
});
