import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storing } from '../store-error.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

/** The temporary folders of one run. `root` holds the rest; its name is made from the run's key and has a fixed length. */
export interface RunFolders {
  root: string;
  /** HOME of the client. */
  home: string;
  /** Working directory of the client, empty at its start. */
  work: string;
  plan: string;
  wire: string;
}

/** The temporary folder of one invocation; what a run leaves in it is gone when `remove` has been called. */
export interface Workspace {
  /** Throws HarnessError `store` where the folders cannot be made. */
  open(key: string): Promise<RunFolders>;
  close(folders: RunFolders): Promise<void>;
  /** Names a process group that must not outlive the invocation, until the returned function is called. */
  guard: Watchdog['guard'];
  remove(): Promise<void>;
}

/**
 * Makes the workspace of an invocation. Two probes at once never share one; the length of every path is the same each
 * time, so that what a client cuts by length is cut at the same place. An invocation that is killed leaves nothing either.
 * Throws HarnessError `store` when the folder of temporary files cannot be written.
 */
export async function makeWorkspace(): Promise<Workspace> {
  const { base, watchdog } = await storing(`make a temporary folder in ${tmpdir()}`, makeBase);
  return {
    async open(key) {
      const root = join(base, createHash('sha256').update(key).digest('hex').slice(0, 12));
      const folders = {
        root,
        home: join(root, 'home'),
        work: join(root, 'work'),
        plan: join(root, 'plan.json'),
        wire: join(root, 'wire.jsonl'),
      };
      await storing(`make the folders of a run in ${base}`, async () => {
        await mkdir(folders.home, { recursive: true, mode: 0o700 });
        await mkdir(folders.work);
      });
      return folders;
    },
    close: ({ root }) => remove(root),
    guard: (group) => watchdog.guard(group),
    async remove() {
      await remove(base);
      watchdog.end();
    },
  };
}

async function makeBase(): Promise<{ base: string; watchdog: Watchdog }> {
  const base = join(await realpath(tmpdir()), `mcp-client-probe-${randomBytes(3).toString('hex')}`);
  // Before the folder, so that there is no moment at which a kill would leave it behind.
  const watchdog = startWatchdog(base);
  try {
    await mkdir(base, { mode: 0o700 });
    return { base, watchdog };
  } catch (error) {
    watchdog.end();
    throw error;
  }
}

/** Removes a folder, also where a client made a part of it read-only. A folder that stays is no reason to lose a run. */
async function remove(folder: string): Promise<void> {
  const attempt = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  await attempt()
    .catch(async () => {
      await makeWritable(folder);
      await attempt();
    })
    .catch(() => undefined);
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
}
