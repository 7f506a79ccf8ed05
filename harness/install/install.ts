import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Driver } from '../../data/types/driver.ts';
import { makeFolder } from '../capture/write-whole.ts';
import { HarnessError } from '../error.ts';
import { makeWorkspace, type RunFolders, type Workspace } from '../launch/workspace.ts';
import { storing } from '../store-error.ts';
import { claimFolder } from './claim.ts';
import { toolEnvironment } from './environment.ts';
import { copyHost, readHost } from './host.ts';
import { inTurn } from './in-turn.ts';
import { digestOf, isDone, markDone, unmark } from './marker.ts';
import { checkPlatform, installNpm, newerNode } from './npm.ts';
import { installPip } from './pip.ts';
import { findProgram } from './program.ts';
import { sayUntil } from './say-until.ts';

export interface InstallOptions {
  /** The driver's own file: its host program lies beside or below it. */
  driverFile: string;
  /** The folder of installed clients, made where it is not there; it is said as it is given. */
  cache: string;
  /** Told what is going on, a line without its end at a time. */
  say: (line: string) => void;
  cancel: AbortSignal;
}

export interface Installed {
  version: string;
  /** Undefined where nothing was installed into a folder. */
  folder: string | undefined;
  /** The Node binary for the client: ours, or the newer one. */
  node: string;
  /** The copied host program. */
  host: string | undefined;
  /** The program found on PATH. */
  program: string | undefined;
}

export type InstallForm = NonNullable<Driver['install']>;

/**
 * Installs a client into `<cache>/<id>@<version>/` unless it is there, and copies its host program. All paths that come
 * back are absolute. Throws HarnessError `input` (what the driver asks for does not exist, or not for this machine),
 * `missing` (no npm, no Python, no program on PATH, no registry), `store` (no room, no rights), and what `cancel` was
 * aborted with.
 */
export async function installClient(driver: Driver, options: InstallOptions): Promise<Installed> {
  const form = driver.install;
  if (form === undefined)
    throw new HarnessError('input', `Expected "install" in ${options.driverFile}, got a driver without it.`);
  options.cancel.throwIfAborted();
  // What can be said at once is said before anything is fetched.
  const program = form.program === undefined ? undefined : await findProgram(form.program, driver.client);
  const source = form.host === undefined ? undefined : await readHost(form.host, options.driverFile);
  if (form.node !== undefined) checkPlatform(driver.client);
  const nothing = { version: form.version, node: process.execPath, host: undefined, program };
  const kinds = (['npm', 'node', 'pip'] as const).filter((kind) => form[kind] !== undefined);
  if (kinds.length === 0 && source === undefined) return { ...nothing, folder: undefined };
  const folder = join(resolve(options.cache), `${driver.client}@${form.version}`);
  const what = `${driver.client} ${form.version}`;
  const digest = digestOf(form, folder);
  if (!(await isDone(folder, digest)))
    await inTurn(folder, () => install({ ...options, form, folder, what, digest, kinds }));
  return {
    ...nothing,
    folder,
    node: form.node === undefined ? process.execPath : newerNode(folder),
    host: source === undefined ? undefined : await copyHost(source, folder),
  };
}

interface Work extends InstallOptions {
  form: InstallForm;
  folder: string;
  what: string;
  digest: string;
  kinds: string[];
}

async function install(work: Work): Promise<void> {
  const { folder, what, digest, say, cancel } = work;
  await storing(`make the folder of installed clients ${work.cache}`, () => makeFolder(resolve(work.cache)));
  // Its watchdog ends npm and pip where this process can no longer do it.
  const workspace = await makeWorkspace();
  try {
    const temporary = await workspace.open('install');
    const release = await claimFolder(folder, { what, until: temporary.root, say, cancel });
    try {
      // Another one may have installed it while this one waited.
      if (!(await isDone(folder, digest))) await installAnew(work, { temporary, guard: workspace.guard });
    } finally {
      await release();
    }
  } finally {
    await workspace.remove();
  }
}

async function installAnew(
  { form, folder, what, digest, kinds, cache, say, cancel }: Work,
  { temporary, guard }: { temporary: RunFolders; guard: Workspace['guard'] },
): Promise<void> {
  const tools = { what, folder, root: temporary.root, environment: toolEnvironment(temporary.work), cancel, guard };
  const shown = `${what} into ${join(cache, basename(folder))} (${kinds.join(', ') || 'host'})`;
  const stopSaying = sayUntil(`installing ${shown}`, `still installing ${shown}`, say);
  try {
    await storing(`make ${folder} anew`, async () => {
      await unmark(folder);
      await rm(folder, { recursive: true, force: true });
      await makeFolder(folder);
    });
    await installNpm(form, tools);
    await installPip(form, tools);
    await storing(`mark ${folder} as done`, () => markDone(folder, digest));
    say(`installed ${shown}`);
  } catch (error) {
    // It is of no use, and the disk may be full of it.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  } finally {
    stopSaying();
  }
}
