import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa, type Options, type ResultPromise } from 'execa';
import { onTestFinished } from 'vitest';

/** For the tests of faults: the built programs as a user runs them, in a place of their own. */

export const root = resolve(import.meta.dirname, '../../../..');
export const bin = join(root, 'dist/mcp-client-probe.js');
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/** Below a folder of runs: our own client in one config, over one transport. */
export const CELL = `hermes-ts@${version}/default/both-stdio`;
/** The run that most faults happen to. */
export const MIRROR = `${CELL}/tools.result.mirror`;
/** Asks for that run and nothing else. */
export const ONE = ['--scenario', 'mirror', '--config', 'default', '--transport', 'stdio'];

/** Where a test works. `folder` holds the rest, and is the current folder of what is run; there is no registry in it. */
export interface Place {
  folder: string;
  /** The folder of runs. */
  out: string;
  /** Where the programs make their temporary folders. */
  temporary: string;
}

/** Makes a place that is gone when the test has finished; `name` is that of the folder of runs. */
export async function makePlace(name = 'runs'): Promise<Place> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'faults-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [out, temporary] = [join(folder, name), join(folder, 'tmp')];
  await mkdir(temporary);
  return { folder, out, temporary };
}

/** What git ignores beside the evidence: a probe on this machine may have left it. */
const LOCAL = /\/(?:client\.log|timing\.json|model\.full\.jsonl)$/;

/** Puts a finished run into the folder of runs: a copy of the committed one. */
export async function keepOne({ out }: Pick<Place, 'out'>): Promise<void> {
  for (const path of [`${CELL}/calibration`, MIRROR])
    await cp(join(root, 'runs', path), join(out, path), { recursive: true, filter: (file) => !LOCAL.test(file) });
}

export type Running = ResultPromise<{ reject: false; stripFinalNewline: false }>;

/** Starts a verb, with the folder of runs as it is called there. */
export function start({ folder, temporary }: Place, args: string[], options: Options = {}): Running {
  return execa(process.execPath, [bin, ...args], {
    cwd: folder,
    reject: false,
    stripFinalNewline: false,
    ...options,
    // A CI service that runs the tests is not told of the probes in them.
    env: { GITHUB_ACTIONS: undefined, GITHUB_STEP_SUMMARY: undefined, TMPDIR: temporary, ...options.env },
  }) as Running;
}

export function probe(place: Place, ...args: string[]): Running {
  return start(place, ['probe', '--out', place.out, ...args]);
}
