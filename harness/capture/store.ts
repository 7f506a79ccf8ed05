import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonicalJson } from '../../data/canonical-json.ts';
import { isForm } from '../../data/forms.ts';
import type { RunRecord } from '../../data/types/record.ts';
import { type Run, runKey } from '../plan/run.ts';
import { storing } from '../store-error.ts';
import { checkNoLinks } from './no-links.ts';
import { makeFolder, removeParts, writeWhole } from './write-whole.ts';

/** What is kept of a run. `log` and `milliseconds` stay on this machine: git ignores their files. */
export interface Kept {
  wire: string;
  model: string;
  log: string;
  milliseconds: number;
  /** What of the client's log is evidence. */
  told?: string | undefined;
  /** model.jsonl before it was reduced; it stays on this machine too. */
  full?: string | undefined;
  /** Absent for a calibration run, which has no verdict. */
  record?: RunRecord;
}

const FULL = 'model.full.jsonl';
/** The lines of the client's log that are evidence, where a scenario asks for some. */
export const LOG = 'log.txt';

/**
 * Folders below the folder of runs for what is no evidence to commit; git ignores them. There lie the traffic of runs that
 * could not be judged, second runs of those that came out unexpectedly, and sessions.
 */
export type Apart = '_inconclusive' | '_again' | '_session';

/**
 * Writes a run's folder. Each file is whole or not there, the record comes last, and one that was judged from other bytes
 * goes first, so that a record never stands beside other bytes than those it was judged from, whenever we are killed.
 * Throws HarnessError `store` when the folder cannot be written.
 */
export async function keepRun(runs: string, run: Run, kept: Kept): Promise<void> {
  const folder = join(runs, runKey(run));
  await storing(`write evidence to ${folder}`, async () => {
    await checkNoLinks(runs, runKey(run));
    await dropApart(runs, run);
    await writeAll(folder, kept);
  });
}

/** Writes what stays on this machine of a run whose evidence is there already. Throws as `keepRun` does. */
export async function keepLocally(runs: string, run: Run, kept: Kept): Promise<void> {
  const folder = join(runs, runKey(run));
  await storing(`write evidence to ${folder}`, async () => {
    await checkNoLinks(runs, runKey(run));
    await dropApart(runs, run);
    await writeLocal(folder, kept);
  });
}

/** Writes what there is of a run where no record is looked for. Throws as `keepRun` does. */
export async function keepApart(runs: string, apart: Apart, run: Run, kept: Kept): Promise<void> {
  const folder = join(runs, apart, runKey(run));
  await storing(`write evidence to ${folder}`, async () => {
    await checkNoLinks(runs, `${apart}/${runKey(run)}`);
    await writeAll(folder, kept);
  });
}

/**
 * Writes what a session gave in place of what an earlier one of the same cell did: its traffic, and each record where that
 * of an isolated run would be below `_session`. Throws as `keepRun` does.
 */
export async function keepSession(runs: string, session: Run, kept: Kept, records: [Run, RunRecord][]): Promise<void> {
  const folderOf = (run: Run): string => join(runs, '_session' satisfies Apart, runKey(run));
  const folder = folderOf(session);
  await storing(`write evidence to ${folder}`, async () => {
    await checkNoLinks(runs, `${'_session' satisfies Apart}/${runKey(session)}`);
    await rm(dirname(folder), { recursive: true, force: true });
    await writeAll(folder, kept);
    for (const [run, record] of records) {
      await makeFolder(folderOf(run));
      await writeWhole(join(folderOf(run), 'record.json'), canonicalJson(record));
    }
  });
}

/** Takes the records of the cell of a run away, and leaves the traffic. Throws as `keepRun` does. */
export async function dropRecords(runs: string, run: Run): Promise<void> {
  const cell = dirname(join(runs, runKey(run)));
  await storing(`remove records in ${cell}`, async () => {
    await checkNoLinks(runs, runKey(run));
    for (const name of await readdir(cell)) await rm(join(cell, name, 'record.json'), { force: true });
  });
}

/** The traffic that was kept of a run. Throws HarnessError `store` when it is not there. */
export async function readTraffic(runs: string, run: Run): Promise<Pick<Kept, 'wire' | 'model' | 'told'>> {
  const folder = join(runs, runKey(run));
  const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');
  const told = await read(LOG).catch(() => undefined);
  return storing(`read evidence in ${folder}`, async () => ({
    wire: await read('wire.jsonl'),
    model: await read('model.jsonl'),
    ...(told !== undefined && { told }),
  }));
}

/** The record that was kept of a run, or `undefined` when there is none that can be read. */
export async function readRecord(runs: string, run: Run): Promise<RunRecord | undefined> {
  try {
    const record: unknown = JSON.parse(await readFile(join(runs, runKey(run), 'record.json'), 'utf8'));
    return isForm('record', record) ? record : undefined;
  } catch {
    return undefined;
  }
}

async function dropApart(runs: string, run: Run): Promise<void> {
  for (const apart of ['_inconclusive', '_again'] satisfies Apart[]) {
    await checkNoLinks(runs, `${apart}/${runKey(run)}`);
    await rm(join(runs, apart, runKey(run)), { recursive: true, force: true });
  }
}

async function writeAll(folder: string, kept: Kept): Promise<void> {
  await makeFolder(folder);
  await removeParts(folder);
  const record = join(folder, 'record.json');
  const evidence: [string, string][] = [
    [join(folder, 'wire.jsonl'), kept.wire],
    [join(folder, 'model.jsonl'), kept.model],
  ];
  if (kept.told !== undefined) evidence.push([join(folder, LOG), kept.told]);
  // Bytes that are there already are left alone: a second probe touches nothing.
  const held = await Promise.all(evidence.map(([path, text]) => holds(path, text)));
  if (held.includes(false)) await rm(record, { force: true });
  for (const [index, [path, text]] of evidence.entries()) if (held[index] !== true) await writeWhole(path, text);
  await writeLocal(folder, kept);
  const text = kept.record === undefined ? undefined : canonicalJson(kept.record);
  if (text !== undefined && !(await holds(record, text))) await writeWhole(record, text);
}

/** What git ignores. */
async function writeLocal(folder: string, { full, log, milliseconds }: Kept): Promise<void> {
  if (full !== undefined) await writeWhole(join(folder, FULL), full);
  await writeWhole(join(folder, 'client.log'), log);
  await writeWhole(join(folder, 'timing.json'), canonicalJson({ milliseconds }));
}

async function holds(path: string, text: string): Promise<boolean> {
  return (await readFile(path, 'utf8').catch(() => undefined)) === text;
}
