import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { BaselineEntry, VerdictBaseline } from '../../data/types/baseline.ts';
import type { RunRecord } from '../../data/types/record.ts';
import { changedLines } from '../../harness/baseline/changes.ts';
import { entryOf } from '../../harness/baseline/entry.ts';
import { runPlace } from '../../harness/plan/run.ts';
import { CommandError } from '../error.ts';
import { ifThere } from '../if-there.ts';
import { readForm } from '../registry/read-form.ts';

/**
 * Holds what a baseline calls known-flaky against its proof: two folders of runs below `root`, of this run, client and one
 * version, whose records differ. Throws CommandError `missing` or `input`, naming the entry and what is wrong with it.
 */
export async function checkCaptures(root: string, { client, entries }: VerdictBaseline, shown: string): Promise<void> {
  for (const entry of entries) {
    if (entry.knownFlaky === undefined) continue;
    const where = `the known-flaky ${runPlace(entry)} of ${shown}`;
    const [one, other] = await Promise.all(entry.knownFlaky.captures.map((path) => readCapture(root, path, where)));
    if (one === undefined || other === undefined) throw new TypeError('Expected the schema to ask for two captures');
    for (const [path, record] of [one, other]) checkRun(record, { client, entry, shown: path });
    if (
      one[1].clientVersion !== other[1].clientVersion ||
      changedLines(entryOf(one[1]), entryOf(other[1])).length === 0
    )
      throw new CommandError(
        'input',
        `Expected the two captures of ${where} to be of one version and to differ; ${one[0]} and ${other[0]} do not.`,
      );
  }
}

async function readCapture(root: string, path: string, where: string): Promise<[string, RunRecord]> {
  const shown = `${path}/record.json`;
  const found = await ifThere(shown, realpath(join(root, shown)));
  if (found === undefined) throw new CommandError('missing', `Expected ${shown}, a capture of ${where}, found none.`);
  if (!found.startsWith(`${await realpath(root)}${sep}`))
    throw new CommandError('input', `Expected ${shown}, a capture of ${where}, to lie in this folder.`);
  return [path, await readForm('record', found, shown)];
}

function checkRun(
  record: RunRecord,
  { client, entry, shown }: { client: string; entry: BaselineEntry; shown: string },
): void {
  if (record.client === client && runPlace(record) === runPlace(entry)) return;
  throw new CommandError(
    'input',
    `Expected ${shown} to be a capture of ${client} in ${runPlace(entry)}, got ${record.client} in ${runPlace(record)}.`,
  );
}
