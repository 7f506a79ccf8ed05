import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { expect, vi } from 'vitest';
import { CELL, MIRROR, ONE, type Place, probe, root, start } from './place.ts';

/** A stack trace, which is nobody's message. */
const TRACE = /^\s+at .+:\d+:\d+\)?$/m;

/** How a program ended that was given something bad: its exit code, its message, and no stack trace. */
export function expectAnswer(
  { exitCode, stdout, stderr }: { exitCode?: number | undefined; stdout: string; stderr: string },
  code: number,
  message: string | RegExp,
): void {
  const said = `${stderr}${stdout}`;
  expect(said).toMatch(message);
  expect(said).not.toMatch(TRACE);
  expect(exitCode).toBe(code);
}

/** What must hold after any fault, `again` included: a plain run in the same place gives the committed evidence. */
export async function expectSound(place: Place): Promise<void> {
  await expectNothingLeft(place);
  await expectWhole(place);
  await expectAgain(place);
}

/** No process that knows the temporary folder, and nothing in it. Whoever cleans up after a kill may need a moment. */
export async function expectNothingLeft({ temporary }: Pick<Place, 'temporary'>): Promise<void> {
  await vi.waitFor(() => expect(processesWith(temporary)).toEqual([]), 30_000);
  if (existsSync(temporary)) expect(await readdir(temporary)).toEqual([]);
}

/** Every record holds by its own bytes, or is not there. */
export async function expectWhole(place: Place): Promise<void> {
  const { exitCode, stdout, stderr } = await start(place, ['rejudge', '--runs', place.out]);
  if (exitCode === 0) return expect(stdout).toMatch(/^\d+ records? hold\n$/);
  expect(stderr).toMatch(/^Expected (?:\S+\/record\.json, found no such file|runs below .*, found none)\.\n$/);
  return expect(exitCode).toBe(2);
}

/** A plain run into the same folder ends well and gives the committed bytes. */
export async function expectAgain(place: Place): Promise<void> {
  const { exitCode, stderr } = await probe(place, ...ONE);
  expect([exitCode, stderr]).toEqual([0, '[2/2]\n']);
  expect(await differences(place.out, [`${CELL}/calibration`, MIRROR])).toEqual([]);
  expect(await readdir(join(place.out, MIRROR))).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/\.part$/)]),
  );
  await expectNothingLeft(place);
}

/** The files of these runs, as far as git keeps them, that are not the committed ones. */
export async function differences(out: string, paths: string[]): Promise<string[]> {
  const differ: string[] = [];
  for (const path of paths) {
    const names = (await readdir(join(root, 'runs', path))).filter(
      (name) => !/^(?:client\.log|timing\.json)$/.test(name),
    );
    for (const name of names) {
      const [mine, committed] = await Promise.all(
        [out, join(root, 'runs')].map((runs) => readFile(join(runs, path, name)).catch(() => undefined)),
      );
      if (committed === undefined || mine?.equals(committed) !== true) differ.push(`${path}/${name}`);
    }
  }
  return differ;
}

/** Everything in a folder, with the bytes, modes and times of its files. */
export function treeOf(folder: string): string[] {
  const { stdout } = execaSync('find', ['.', '-printf', '%p %y %m %s %T@ %l\n'], { cwd: folder });
  const { stdout: digests } = execaSync('sh', ['-c', 'find . -type f -exec cksum {} +'], { cwd: folder });
  return [...stdout.split('\n').sort(), ...digests.split('\n').sort()];
}

/** Command lines of living processes whose environment or command line names `text`. A zombie does not live. */
export function processesWith(text: string): string[] {
  if (!existsSync('/proc')) {
    const { stdout } = execaSync('ps', ['-eo', 'args', 'ww']);
    return stdout.split('\n').filter((line) => line.includes(text));
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    const told = readProc(pid, 'cmdline');
    const lives = !/\) [ZX] /.test(readProc(pid, 'stat'));
    return lives && `${told}${readProc(pid, 'environ')}`.includes(text) ? [`${pid} ${told.replaceAll('\0', ' ')}`] : [];
  });
}

function readProc(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // It is gone.
    return '';
  }
}
