import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HarnessError } from '../error.ts';
import { storing } from '../store-error.ts';
import { JOURNAL, removeIfEmpty } from './journal.ts';
import { checkNoLinks } from './no-links.ts';
import { makeFolder } from './write-whole.ts';

/**
 * Claims the runs of one version of a client: two invocations that wrote the same folders at once could leave a record
 * beside the other's traffic. Returns how to give the claim back. A claim is an empty file named after its process, so
 * that one whose process is gone counts for nothing. Throws HarnessError `usage` while another process has a claim,
 * `store` when the folder of runs cannot be written.
 */
export async function claimRuns(
  runs: string,
  { client, version }: { client: string; version: string },
): Promise<() => Promise<void>> {
  const folder = join(runs, JOURNAL);
  const nameOf = (pid: number): string => `${client}@${version}.${pid}.claim`;
  const mine = join(folder, nameOf(process.pid));
  // Before anyone looks for others: of two that begin together, at most one goes on.
  await storing(`keep a journal in ${folder}`, async () => {
    await checkNoLinks(runs, JOURNAL);
    await create(folder, mine);
  });
  const release = async (): Promise<void> => {
    await rm(mine, { force: true });
    await removeIfEmpty(folder);
  };
  for (const name of await readdir(folder)) {
    const pid = Number(name.split('.').at(-2));
    if (name !== nameOf(pid) || pid === process.pid) continue;
    if (lives(pid)) {
      await release();
      throw new HarnessError(
        'usage',
        `Expected to be alone with the runs of ${client}@${version} in ${runs}, got process ${pid}, which probes them too. Wait for it or choose another --out; if that process is no probe, remove ${join(folder, name)}.`,
      );
    }
    await rm(join(folder, name), { force: true });
  }
  return release;
}

/** Once more where another invocation, at its end, has just removed the folder that was empty. */
async function create(folder: string, path: string): Promise<void> {
  await makeFolder(folder);
  await writeFile(path, '').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await makeFolder(folder);
    await writeFile(path, '');
  });
}

/** Whether there is a process with this id. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
