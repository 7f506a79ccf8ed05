import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf } from '../../data/forms.ts';
import type { RunRecord } from '../../data/types/record.ts';
import { LOG } from '../../harness/capture/store.ts';
import { HarnessError } from '../../harness/error.ts';
import { EvidenceError, readEvidence } from '../../harness/judge/evidence.ts';
import type { Run } from '../../harness/plan/run.ts';
import { CommandError } from '../error.ts';
import { checkUtf8, readBytes } from '../read-file.ts';
import type { RunBytes } from './digest.ts';
import type { RunFolder } from './find-runs.ts';

/**
 * The bytes of a file of a run. Throws CommandError `missing`, or `input` when it cannot be read, naming the file below
 * the folder of runs: a link, of the file or of its folder, is not followed, and nothing but UTF-8 is taken.
 */
export async function readEvidenceFile(
  { folder, path }: Pick<RunFolder, 'folder' | 'path'>,
  name: string,
): Promise<Buffer> {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new CommandError('input', `Expected ${path} to be a folder, got a link.`);
  // A trip to the thread pool would cost more than the reading of so small a file.
  const bytes = readBytes(join(folder, name), `${path}/${name}`);
  if (bytes === undefined) throw new CommandError('missing', `Expected ${path}/${name}, found no such file.`);
  return checkUtf8(bytes, `${path}/${name}`);
}

/** The committed files of a run. Throws CommandError `missing` for the first that is not there. */
export async function readRunBytes(run: RunFolder): Promise<RunBytes> {
  const log = readBytes(join(run.folder, LOG), `${run.path}/${LOG}`);
  return {
    record: await readEvidenceFile(run, 'record.json'),
    wire: await readEvidenceFile(run, 'wire.jsonl'),
    model: await readEvidenceFile(run, 'model.jsonl'),
    ...(log !== undefined && { log: checkUtf8(log, `${run.path}/${LOG}`) }),
  };
}

/**
 * Reads a record and holds it against the schema and against the names of its folder.
 * Throws CommandError `input`, naming the record and what is wrong with it.
 */
export function parseRecord({ run, path }: RunFolder, bytes: Buffer): RunRecord {
  const where = `${path}/record.json`;
  const value = parse(bytes, where);
  const fault = faultOf('record', value);
  if (fault !== undefined) throw new CommandError('input', `Expected ${where} to be a record: ${fault}.`);
  const record = value as RunRecord;
  for (const [key, expected] of Object.entries(named(run))) {
    const got = record[key as keyof ReturnType<typeof named>];
    if (got !== expected)
      throw new CommandError(
        'input',
        `Expected "${key}" of ${where} to be "${expected}", as its folder says, got "${got}".`,
      );
  }
  return record;
}

/** Throws CommandError `input` where a line of the traffic is corrupt or half-written: nobody could judge it again. */
export function checkLines({ path }: RunFolder, { wire, model }: Pick<RunBytes, 'wire' | 'model'>): void {
  reading(path, () => readEvidence(wire.toString('utf8'), model.toString('utf8')));
}

/** Does `read` to the evidence of a run; what is wrong with a line is told with the run's path. */
export function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof EvidenceError || cause instanceof HarnessError)) throw cause;
    throw new CommandError('input', `${path}: ${cause.message}.`, { cause });
  }
}

function parse(bytes: Buffer, where: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new CommandError('input', `Expected ${where} to be JSON: ${(cause as Error).message}.`, { cause });
  }
}

function named({
  version,
  ...run
}: Run): Pick<RunRecord, 'client' | 'clientVersion' | 'config' | 'server' | 'transport' | 'scenario'> {
  return { ...run, clientVersion: version };
}
