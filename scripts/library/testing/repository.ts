import { cp, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';

/** For tests: a client's own repository, with the package installed as its users install it. */
export interface Repository {
  folder: string;
  /** Where programs make their temporary folders. */
  temporary: string;
  /** Runs a program in it; says how it ended. */
  run: (
    program: string,
    ...args: string[]
  ) => Promise<{ exitCode: number | undefined; stdout: string; stderr: string }>;
  remove: () => Promise<void>;
}

export const root = resolve(import.meta.dirname, '../../..');

/** Packs this package as it is built and installs it beside the small client of the documentation and its driver. */
export async function makeRepository(): Promise<Repository> {
  const base = await mkdtemp(join(await realpath(tmpdir()), 'scratch-'));
  const [folder, temporary, packed] = ['repository', 'tmp', 'packed'].map((name) => join(base, name)) as Three;
  for (const each of [folder, temporary, packed]) await mkdir(each);
  const run: Repository['run'] = async (program, ...args) => {
    const environment = { extendEnv: false, env: environmentWith(temporary) };
    const { exitCode, stdout, stderr } = await execa(program, args, { cwd: folder, reject: false, ...environment });
    return { exitCode, stdout, stderr };
  };
  for (const name of ['mcp-client-probe.json', 'small-client.mjs'])
    await cp(join(root, 'docs/examples', name), join(folder, name));
  await done(run('npm', 'pack', root, '--ignore-scripts', '--pack-destination', packed));
  const [tarball = ''] = await readdir(packed);
  const quick = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  await done(run('npm', 'install', ...quick, join(packed, tarball)));
  return { folder, temporary, run, remove: () => rm(base, { recursive: true, force: true }) };
}

type Three = [string, string, string];

/** Ours, without what npm tells its scripts, and without what would make the probe write into a CI's own summary. */
function environmentWith(temporary: string): Record<string, string | undefined> {
  const mine = Object.entries(process.env).filter(([name]) => !/^(?:npm_|GITHUB_)/.test(name));
  return { ...Object.fromEntries(mine), TMPDIR: temporary };
}

async function done(running: ReturnType<Repository['run']>): Promise<void> {
  const { exitCode, stderr } = await running;
  if (exitCode !== 0) throw new Error(`Expected npm to end with 0, got ${exitCode}: ${stderr}`);
}
