import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limitDisk } from './disk-limit.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-limit-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a limit on the disk', () => {
  it('is over when there is more below the folder', async () => {
    const limit = limitDisk(folder, 100_000, 10);
    await mkdir(join(folder, 'a/b'), { recursive: true });
    await writeFile(join(folder, 'a/b/c'), Buffer.alloc(60_000));
    await delay(100);
    expect(limit.over.aborted).toBe(false);
    await writeFile(join(folder, 'd'), Buffer.alloc(60_000));
    await vi.waitFor(() => expect(limit.over.aborted).toBe(true), 30_000);
    expect(limit.over.reason).toBe('its files took more than 100000 bytes of the disk');
    limit.end();
  });

  it('counts what a file takes, and not how long it is', async () => {
    await writeFile(join(folder, 'sparse'), '');
    await truncate(join(folder, 'sparse'), 1_000_000_000);
    const limit = limitDisk(folder, 1_000_000, 10);
    await delay(200);
    expect(limit.over.aborted).toBe(false);
    limit.end();
  });
});
