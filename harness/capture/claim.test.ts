import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimRuns } from './claim.ts';

let runs: string;

beforeEach(async () => {
  runs = await mkdtemp(join(tmpdir(), 'claim-'));
});
afterEach(() => rm(runs, { recursive: true }));

describe('a claim', () => {
  const ours = { client: 'c', version: '1.0.0+a.b' };

  it('keeps another process from the same runs, and from no others', async () => {
    // A process that lives for as long as this one: its parent.
    await mkdir(join(runs, '_journal'));
    await writeFile(join(runs, '_journal', `c@1.0.0+a.b.${process.ppid}.claim`), '');
    await expect(claimRuns(runs, ours)).rejects.toThrow(
      `Expected to be alone with the runs of c@1.0.0+a.b in ${runs}, got process ${process.ppid}, which probes them too.`,
    );
    expect(await readdir(join(runs, '_journal'))).toHaveLength(1);
    const release = await claimRuns(runs, { ...ours, version: '1.0.0' });
    await release();
    expect(await readdir(join(runs, '_journal'))).toHaveLength(1);
  });

  it('of a process that was killed counts for nothing', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    await mkdir(join(runs, '_journal'));
    await writeFile(join(runs, '_journal', `c@1.0.0+a.b.${child.pid}.claim`), '');
    const release = await claimRuns(runs, ours);
    expect(await readdir(join(runs, '_journal'))).toEqual([`c@1.0.0+a.b.${process.pid}.claim`]);
    await release();
    expect(existsSync(join(runs, '_journal'))).toBe(false);
  });
});
