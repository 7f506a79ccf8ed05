import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../../data/canonical-json.ts';
import { isForm } from '../../data/forms.ts';
import type { RunRecord } from '../../data/types/record.ts';
import { HarnessError } from '../error.ts';
import { type Run, runKey } from '../plan/run.ts';

/** What is kept of a run. `log` and `milliseconds` stay on this machine: git ignores their files. */
export interface Kept {
  wire: string;
  model: string;
  log: string;
  milliseconds: number;
  /** Absent for a calibration run, which has no verdict. */
  record?: RunRecord;
}

/** Where the evidence of runs that could not be judged lies, below the folder of runs; git ignores it. */
const INCONCLUSIVE = '_inconclusive';

/**
 * Writes a run's folder. Each file is whole or not there (written beside, then renamed). A record of other bytes goes
 * first and the new one comes last, so that a record never stands beside bytes that it was not judged from.
 * Throws HarnessError `store` when the folder cannot be written.
 */
export async function keepRun(runs: string, run: Run, kept: Kept): Promise<void> {
  await rm(join(runs, INCONCLUSIVE, runKey(run)), { recursive: true, force: true });
  await writeAll(join(runs, runKey(run)), kept);
}

/** Writes what there is of a run that could not be judged where no record is looked for. */
export async function keepInconclusive(runs: string, run: Run, kept: Omit<Kept, 'record'>): Promise<void> {
  await writeAll(join(runs, INCONCLUSIVE, runKey(run)), kept);
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

async function writeAll(folder: string, kept: Kept): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeWhole(join(folder, 'client.log'), kept.log);
    await writeWhole(join(folder, 'timing.json'), canonicalJson({ milliseconds: kept.milliseconds }));
    const files: [string, string][] = [
      ['wire.jsonl', kept.wire],
      ['model.jsonl', kept.model],
    ];
    if (kept.record !== undefined) files.push(['record.json', canonicalJson(kept.record)]);
    const holds = await Promise.all(files.map(([name, text]) => isThere(join(folder, name), text)));
    // Bytes that are there already are left alone: a second probe touches nothing.
    if (holds.every(Boolean)) return;
    await rm(join(folder, 'record.json'), { force: true });
    for (const [name, text] of files) await writeWhole(join(folder, name), text);
  } catch (cause) {
    throw new HarnessError('store', `Expected to write evidence to ${folder}: ${(cause as Error).message}.`, { cause });
  }
}

async function isThere(path: string, text: string): Promise<boolean> {
  return (await readFile(path, 'utf8').catch(() => undefined)) === text;
}

async function writeWhole(path: string, text: string): Promise<void> {
  const beside = `${path}.${process.pid}.part`;
  await writeFile(beside, text);
  await rename(beside, path).catch(async (error: unknown) => {
    await rm(beside, { force: true });
    throw error;
  });
}
