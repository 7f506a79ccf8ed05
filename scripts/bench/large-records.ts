import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { RunRecord } from '../../data/types/record.ts';
import { groupBy } from '../../harness/group-by.ts';
import { runKey } from '../../harness/plan/run.ts';
import { calibration } from '../../scenarios/index.ts';
import type { Transport } from '../../scenarios/types.ts';
import { findRuns } from '../evidence/find-runs.ts';
import { parseRecord, readEvidenceFile } from '../evidence/read-run.ts';
import type { Evidence } from '../ingest/make-overlay.ts';

/** What committed runs showed: for each scenario a list of records. */
export type Pool = RunRecord[][];

const TRANSPORTS: Transport[] = ['stdio', 'http'];

/** The records of all committed runs of a root. */
export async function readPool(root: string): Promise<Pool> {
  const { folders } = await findRuns(join(root, 'runs'));
  const records = folders
    .filter(({ run }) => run.scenario !== calibration.id)
    .map(async (folder) => parseRecord(folder, await readEvidenceFile(folder, 'record.json')));
  return [...groupBy(await Promise.all(records), ({ scenario }) => scenario).values()];
}

/** The id of the client of this number. */
export function nameOf(number: number): string {
  return `client-${String(number).padStart(4, '0')}`;
}

/**
 * So many records of a version: every scenario in turn, in one config and transport after the other, each with what some
 * committed run showed. Another client, version or setting shows what another run did.
 */
export function recordsOf(number: number, version: string, count: number, pool: Pool): Evidence[] {
  const client = nameOf(number);
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / pool.length);
    const shown = cyclic(cyclic(pool, index), number + Number.parseInt(version, 10) + round);
    const setting = Math.floor(round / TRANSPORTS.length);
    const record: RunRecord = {
      ...shown,
      client,
      clientVersion: version,
      config: setting === 0 ? 'default' : `setting-${setting}`,
      server: 'both',
      transport: cyclic(TRANSPORTS, round),
    };
    const path = `runs/${runKey({ ...record, version })}`;
    return { record, path, digest: `sha256:${createHash('sha256').update(path).digest('hex')}` };
  });
}

/** The items over and over again. */
export function cyclic<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('Expected committed data to make a registry from, found none');
  return item;
}
