import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
  open(key: string): Promise<RunFolders>;
  close(folders: RunFolders): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Makes the workspace of an invocation. Two probes at once never share one; the length of every path is the same each
 * time, so that what a client cuts by length is cut at the same place.
 */
export async function makeWorkspace(): Promise<Workspace> {
  const base = await mkdtemp(join(await realpath(tmpdir()), 'mcp-client-probe-'));
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
      await mkdir(folders.home, { recursive: true, mode: 0o700 });
      await mkdir(folders.work);
      return folders;
    },
    close: ({ root }) => rm(root, { recursive: true, force: true, maxRetries: 3 }),
    remove: () => rm(base, { recursive: true, force: true, maxRetries: 3 }),
  };
}
