import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Which runs an invocation has finished, so that `--resume` after an interruption skips those and nothing else. */
export interface Journal {
  finished: ReadonlySet<string>;
  note(key: string): Promise<void>;
  /** Called when everything has been run: there is nothing left to resume. */
  remove(): Promise<void>;
}

/**
 * Opens the journal of an invocation below `runs/_journal`, which git ignores. `asked` names everything that was asked
 * for, and with it the file: invocations that ask for other things, in one folder of runs, do not meet. With `resume` the
 * journal is continued, else it is begun anew.
 */
export async function openJournal(runs: string, asked: string, resume: boolean): Promise<Journal> {
  const folder = join(runs, '_journal');
  const path = join(folder, `${createHash('sha256').update(asked).digest('hex').slice(0, 16)}.txt`);
  const kept = resume ? await readFile(path, 'utf8').catch(() => '') : '';
  // A last line without its newline was cut by what interrupted the invocation.
  const finished = new Set(kept.split('\n').slice(0, -1));
  await mkdir(folder, { recursive: true });
  await writeFile(path, [...finished, ''].join('\n'));
  return {
    finished,
    note: (key) => appendFile(path, `${key}\n`),
    async remove() {
      await rm(path, { force: true });
      // Another invocation may still have its journal there.
      await rmdir(folder).catch(() => undefined);
    },
  };
}
