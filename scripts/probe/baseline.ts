import { join } from 'node:path';
import { canonicalJson } from '../../data/canonical-json.ts';
import type { VerdictBaseline } from '../../data/types/baseline.ts';
import { type Baseline, baselineOf } from '../../harness/baseline/baseline.ts';
import { checkFlakyShare } from '../../harness/baseline/flaky-share.ts';
import { updatedBaseline } from '../../harness/baseline/updated.ts';
import { runPlace } from '../../harness/plan/run.ts';
import type { ProbeReport } from '../../harness/report/results.ts';
import { CommandError } from '../error.ts';
import { keepBelow } from '../keep-file.ts';
import { readText } from '../read-file.ts';
import { readForm } from '../registry/read-form.ts';
import { counted } from '../streams.ts';
import { checkCaptures } from './captures.ts';

/** The baseline of a client, relative to the root. */
export function baselinePath(client: string): string {
  return `data/baselines/${client}.json`;
}

/**
 * The baseline of a client in `root`, or `undefined` where there is none. Throws CommandError or HarnessError `input` when
 * it is malformed, another client's, knows too much to be flaky, or does not prove that it is.
 */
export async function readBaseline(root: string, client: string): Promise<Baseline | undefined> {
  const shown = baselinePath(client);
  const baseline = await readForm('baseline', join(root, shown), shown).catch((error: unknown) => {
    if (error instanceof CommandError && error.code === 'missing') return undefined;
    throw error;
  });
  if (baseline === undefined) return undefined;
  checkNames(baseline, { client, shown });
  checkFlakyShare(baseline.entries, shown);
  checkCaptures(root, baseline, shown);
  return baselineOf(shown, baseline.entries);
}

function checkNames({ client, entries }: VerdictBaseline, asked: { client: string; shown: string }): void {
  const { shown } = asked;
  if (client !== asked.client)
    throw new CommandError('input', `Expected "client" of ${shown} to be "${asked.client}", got "${client}".`);
  const seen = new Set<string>();
  for (const entry of entries) {
    const place = runPlace(entry);
    if (seen.has(place)) throw new CommandError('input', `Expected ${shown} to have one entry for ${place}, got two.`);
    seen.add(place);
  }
}

/**
 * Writes what the runs of a report gave into the client's baseline and says so. Throws CommandError or HarnessError `input`
 * when it cannot be written, or would know too much to be flaky.
 */
export async function updateBaseline(root: string, report: ProbeReport, before: Baseline | undefined): Promise<string> {
  const shown = baselinePath(report.client);
  const updated = updatedBaseline(report, before?.entries ?? []);
  if (before === undefined && updated.entries.length === 0) return `${shown}: nothing to write\n`;
  checkFlakyShare(updated.entries, shown);
  const text = canonicalJson(updated);
  const isThere = readText(join(root, shown), shown) === text;
  if (!isThere) await keepBelow(root, shown, text);
  const entries = counted(updated.entries.length, 'entry', 'entries');
  return `${shown}: ${entries}, ${isThere ? 'unchanged' : 'written'}\n`;
}
