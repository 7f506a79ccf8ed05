import { constants, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { expect, vi } from 'vitest';
import { recorder } from '../../../evidence/sample.ts';
import { runRejudge } from '../../../rejudge/rejudge.ts';
import { CELL, MIRROR, ONE, type Place, probe, root } from './place.ts';

/** A stack trace, which is nobody's message. */
const TRACE = /^\s+at .+:\d+:\d+\)?$/m;

/** How a program ended that was given something bad: its exit code, its message, and no stack trace. */
export function expectAnswer(
  { exitCode, stdout, stderr }: { exitCode?: number | undefined; stdout: string; stderr: string },
  code: number,
  message: string | RegExp,
): void {
  // A table breaks the lines of its last column.
  const said = `${stderr}${stdout.replaceAll(/ *│\n│ *│ *│ */g, ' ')}`;
  expect(said).toMatch(message);
  expect(said).not.toMatch(TRACE);
  expect(exitCode).toBe(code);
}

/**
 * What must hold after any fault: nothing is left, the records are whole (but for those that the test has damaged itself),
 * and a plain run in the same place gives the committed evidence.
 */
export async function expectSound(place: Place, records: 'whole' | 'damaged' = 'whole'): Promise<void> {
  await expectNothingLeft(place);
  if (records === 'whole') await expectWhole(place);
  await expectAgain(place);
}

/** No process that knows the temporary folder, and nothing in it. Whoever cleans up after a kill may need a moment. */
export async function expectNothingLeft({ temporary }: Pick<Place, 'temporary'>): Promise<void> {
  await vi.waitFor(() => expect(processesWith(temporary)).toEqual([]), 30_000);
  if (existsSync(temporary)) expect(await readdir(temporary)).toEqual([]);
}

/** Every record holds by its own bytes, or is not there. */
export async function expectWhole({ out }: Pick<Place, 'out'>): Promise<void> {
  const said = recorder();
  const code = await runRejudge({ runs: out, stdout: said.stdout, stderr: said.stderr });
  if (code === 0) expect(said.out).toMatch(/^\d+ records? hold\n$/);
  else {
    expect(said.err).toMatch(
      /^(?:Expected (?:\S+\/record\.json, found no such file|runs below [^]*, found none)\.\n)+$/,
    );
    expect(code).toBe(2);
  }
}

/** A plain run into the same folder ends well and gives the committed bytes. */
async function expectAgain(place: Place): Promise<void> {
  const { exitCode, stderr } = await probe(place, ...ONE);
  expect([exitCode, stderr]).toEqual([0, '[2/2]\n']);
  expect(await differences(place.out, [`${CELL}/calibration`, MIRROR])).toEqual([]);
  expect((await readdir(join(place.out, MIRROR))).sort()).toEqual([
    'client.log',
    'model.jsonl',
    'record.json',
    'timing.json',
    'wire.jsonl',
  ]);
  await expectNothingLeft(place);
  await expectWhole(place);
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

/** Everything in a folder, with the modes, times and bytes of its files. */
export function treeOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .concat('.')
    .sort()
    .map((name) => {
      const { mode, mtimeMs, size } = lstatSync(join(folder, name));
      const bytes = (mode & constants.S_IFMT) === constants.S_IFREG ? readFileSync(join(folder, name), 'base64') : '';
      return [name, mode.toString(8), mtimeMs, size, bytes].join(' ');
    });
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
