import { existsSync } from 'node:fs';
import { cp, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { madeDriver } from './testing/clients.ts';
import { CELL, keepOne, MIRROR, makePlace, ONE, probe, root } from './testing/place.ts';
import { expectAnswer, expectNothingLeft, expectSound, treeOf } from './testing/sound.ts';

// A disk that is full or read-only, where the evidence is to be kept and where the clients are to run.

/** Needs to be root, or to become it without a question. */
function asRoot(...command: string[]): boolean {
  const [file = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
  return execaSync(file, args, { reject: false }).exitCode === 0;
}

/** Puts a disk of its own onto a folder; answers with how to change it. */
function mount(folder: string, size: string): (options: string) => void {
  const change = (...options: string[]): void => {
    if (!asRoot('mount', '-t', 'tmpfs', ...options, 'tmpfs', folder))
      throw new Error(`Expected to mount ${options.join(' ')}`);
  };
  change('-o', `size=${size}`);
  onTestFinished(() => void asRoot('umount', '-l', folder));
  return (options) => change('-o', `remount,${options}`);
}

const mounts = asRoot('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt');
if (!mounts) console.warn('NOT RUN: no test saw a full or a read-only disk, since nothing can be mounted here.');

/** Fills a disk but for `leave` bytes; answers with how to make room again. */
async function fill(folder: string, leave: number): Promise<() => Promise<void>> {
  const { bavail, bsize } = await statfs(folder);
  const filler = join(folder, '_filler');
  await writeFile(filler, Buffer.alloc(bavail * bsize - leave));
  return () => rm(filler);
}

// What is there already is not written again, but for a log and a time of each run, a block each.
const BLOCK = 4096;

// What reads green where it matters has to have run.
it.runIf(process.env['CI'] === 'true')('has what it needs to see a full disk', () => {
  expect(mounts).toBe(true);
});

describe.runIf(mounts)('a disk for the runs', () => {
  it.each([
    ['before the calibration run is kept', 0, [], /^Error: Expected to write evidence to .*calibration: ENOSPC/m],
    ['before a run is kept', 2, ['calibration'], /^Error: Expected to write evidence to .*mirror: ENOSPC/m],
    ['before the record is kept', 4, ['calibration'], /^Error: Expected to write evidence to .*mirror: ENOSPC/m],
    ['before a run is noted', 4, ['calibration', 'mirror'], /^Error: Expected to keep a journal in .*: ENOSPC/m],
  ])('that is full %s', async (_when, blocks, kept, message) => {
    const place = await makePlace();
    await mkdir(place.out);
    mount(place.out, '1m');
    await keepOne(place);
    for (const path of [`${CELL}/calibration`, MIRROR])
      if (!kept.some((name) => path.endsWith(name))) await rm(join(place.out, path), { recursive: true });
    const makeRoom = await fill(place.out, blocks * BLOCK);
    expectAnswer(await probe(place, ...ONE), 2, message);
    await makeRoom();
    await expectSound(place);
  });

  it('that is full while other evidence is replaced', async () => {
    const place = await makePlace();
    await mkdir(place.out);
    mount(place.out, '1m');
    expectAnswer(await probe(place, ...ONE, '--driver', await madeDriver(place, {})), 0, '1 records, 0 inconclusive');
    await cp(join(root, 'runs', CELL, 'calibration'), join(place.out, CELL, 'calibration'), { recursive: true });
    // Room for the wire, which is short, and not for the model.
    const makeRoom = await fill(place.out, 2 * BLOCK);
    expectAnswer(await probe(place, ...ONE), 2, /^Error: Expected to write evidence to .*mirror: ENOSPC/m);
    // The bytes that it was judged from are not all there any more.
    expect(existsSync(join(place.out, MIRROR, 'record.json'))).toBe(false);
    await makeRoom();
    await expectSound(place);
  });

  it('that is read-only', async () => {
    const place = await makePlace();
    await mkdir(place.out);
    const change = mount(place.out, '4m');
    await keepOne(place);
    change('ro');
    const before = treeOf(place.out);
    expectAnswer(await probe(place, ...ONE), 2, /^Error: Expected to keep a journal in .*: EROFS/);
    expect(treeOf(place.out)).toEqual(before);
    change('rw');
    await expectSound(place);
  });
});

describe.runIf(mounts)('a disk for temporary files', () => {
  it.each([
    ['before the client starts', '4k', 2, /^Error: Expected to write the files of a run to .*: ENOSPC/m],
    [
      'when the client makes its home',
      '8k',
      3,
      /crashed: the calibration run: exit code 2: hermes: error: Cannot write to the home/,
    ],
    [
      'when the server writes down a frame',
      '16k',
      3,
      /harness: the calibration run: a frame could not be written down: /,
    ],
  ])('that is full %s', async (_when, size, code, message) => {
    const place = await makePlace();
    await keepOne(place);
    const change = mount(place.temporary, size);
    // One run at a time: two would share what room there is in another way each time.
    expectAnswer(await probe(place, ...ONE, '--jobs', '1'), code, message);
    await expectNothingLeft(place);
    change('size=4m');
    await expectSound(place);
  });

  it('that is read-only', async () => {
    const place = await makePlace();
    await keepOne(place);
    const change = mount(place.temporary, '4m');
    change('ro');
    expectAnswer(await probe(place, ...ONE), 2, /^Error: Expected to make a temporary folder in .*: EROFS/);
    change('rw');
    await expectSound(place);
  });
});
