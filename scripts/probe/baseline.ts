import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { HarnessError } from '../../harness/error.ts';
import type { Run } from '../../harness/plan/run.ts';
import type { Baseline } from '../../harness/report/summary.ts';

/**
 * The verdicts to compare with: those of the committed `data/verified/<client>.json`, the newest version of each run.
 * A client without that file has no baseline. Throws HarnessError `input` when the file is no JSON.
 */
export async function readBaseline(root: string, client: string): Promise<Baseline> {
  const path = join(root, 'data', 'verified', `${client}.json`);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const verdicts = new Map(
    (text === undefined ? [] : parse(text, path).records).map((record) => [place(record), record.verdict.short]),
  );
  return (run) => verdicts.get(place(run));
}

function parse(text: string, path: string): VerifiedOverlay {
  try {
    return JSON.parse(text) as VerifiedOverlay;
  } catch (cause) {
    throw new HarnessError('input', `Expected ${path} to be JSON: ${(cause as Error).message}.`, { cause });
  }
}

function place({
  config,
  server,
  transport,
  scenario,
}: Pick<Run, 'config' | 'server' | 'transport' | 'scenario'>): string {
  return `${config}/${server}-${transport}/${scenario}`;
}
