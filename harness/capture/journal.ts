import { createHash } from 'node:crypto';
import { appendFile, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { storing } from '../store-error.ts';
import { checkNoLinks } from './no-links.ts';
import { makeFolder, writeWhole } from './write-whole.ts';

/** Which runs an invocation has finished, so that `--resume` after an interruption skips those and nothing else. */
export interface Journal {
  /** Those whose evidence still has the bytes that were noted. */
  finished: ReadonlySet<string>;
  /** Notes a run whose evidence has been kept. */
  note(key: string): Promise<void>;
  /** Called when everything has been run: there is nothing left to resume. */
  remove(): Promise<void>;
}

/** Where journals and claims lie, below the folder of runs; git ignores it. */
export const JOURNAL = '_journal';

/**
 * Opens the journal of an invocation below `runs/_journal`. `asked` names everything that was asked for; with `resume`, the
 * journal of the same question is continued, else it is begun anew. Other questions have journals of their own, so that
 * several invocations can have one folder of runs. Throws HarnessError `store` when the folder of runs cannot be written.
 */
export async function openJournal(runs: string, asked: string, resume: boolean): Promise<Journal> {
  const folder = join(runs, JOURNAL);
  const path = join(folder, `${createHash('sha256').update(asked).digest('hex').slice(0, 16)}.txt`);
  const written = <T>(work: () => Promise<T>): Promise<T> => storing(`keep a journal in ${folder}`, work);
  // A last line without its newline was cut short by a kill, and may be the beginning of another run's key.
  const noted = resume ? (await readFile(path, 'utf8').catch(() => '')).split('\n').slice(0, -1) : [];
  const lines: string[] = [];
  for (const line of noted) if ((await lineOf(runs, keyOf(line))) === `${line}\n`) lines.push(`${line}\n`);
  await written(async () => {
    await checkNoLinks(runs, JOURNAL);
    await makeFolder(folder);
    // A journal that says nothing would only lie about.
    await (lines.length > 0 ? writeWhole(path, lines.join('')) : rm(path, { force: true }));
  });
  return {
    finished: new Set(lines.map(keyOf)),
    note: (key) =>
      written(async () => {
        // Another invocation, at its end, may have removed the folder that was empty.
        await makeFolder(folder);
        await appendFile(path, await lineOf(runs, key));
      }),
    async remove() {
      await rm(path, { force: true });
      await removeIfEmpty(folder);
    },
  };
}

/** A run's line: the digest of its evidence, and its key. Evidence may be damaged between the interruption and `--resume`. */
async function lineOf(runs: string, key: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of ['record.json', 'wire.jsonl', 'model.jsonl', 'log.txt']) {
    const bytes = await readFile(join(runs, key, name)).catch(() => undefined);
    hash.update(`${name} ${bytes?.length ?? 'is not there'}\n`).update(bytes ?? '');
  }
  return `${hash.digest('hex')} ${key}\n`;
}

function keyOf(line: string): string {
  return line.slice(line.indexOf(' ') + 1).trimEnd();
}

/** Another invocation may have its journal there. */
export async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}
