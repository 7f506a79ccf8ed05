import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultOf } from '../../data/forms.ts';
import type { RunRecord } from '../../data/types/record.ts';
import type { Run } from '../../harness/plan/run.ts';
import { CommandError } from '../error.ts';
import type { RunBytes } from './digest.ts';
import type { RunFolder } from './find-runs.ts';

/**
 * The bytes of a file of a run. Throws CommandError `missing`, naming the file below the folder of runs.
 */
export async function readEvidenceFile(
  { folder, path }: Pick<RunFolder, 'folder' | 'path'>,
  name: string,
): Promise<Buffer> {
  return readFile(join(folder, name)).catch((cause: unknown) => {
    throw new CommandError('missing', `Expected ${path}/${name}, found no such file.`, { cause });
  });
}

/** The three committed files of a run. Throws CommandError `missing` for the first that is not there. */
export async function readRunBytes(run: RunFolder): Promise<RunBytes> {
  return {
    record: await readEvidenceFile(run, 'record.json'),
    wire: await readEvidenceFile(run, 'wire.jsonl'),
    model: await readEvidenceFile(run, 'model.jsonl'),
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
