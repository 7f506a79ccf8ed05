import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Which runs an invocation has finished, so that `--resume` after an interruption skips those and nothing else. */
export interface Journal {
  finished: ReadonlySet<string>;
  note(key: string): Promise<void>;
  /** Called when everything has been run: there is nothing left to resume. */
  remove(): Promise<void>;
}

/**
 * Opens the journal of an invocation below `runs/_journal`, which git ignores. `asked` names everything that was asked
 * for; with `resume`, a journal of the same question is continued, and any other is begun anew.
 */
export async function openJournal(runs: string, asked: string, resume: boolean): Promise<Journal> {
  const path = join(runs, '_journal', 'probe.jsonl');
  const header = JSON.stringify({ asked });
  const lines = resume ? (await readFile(path, 'utf8').catch(() => '')).split('\n') : [];
  const finished = new Set(lines[0] === header ? lines.slice(1).filter((line) => line !== '') : []);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, [header, ...finished, ''].join('\n'));
  return {
    finished,
    note: (key) => appendFile(path, `${key}\n`),
    remove: () => rm(dirname(path), { recursive: true, force: true }),
  };
}
