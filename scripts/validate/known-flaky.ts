import { normalize } from 'node:path/posix';
import { isForm } from '../../data/forms.ts';
import type { BaselineEntry, VerdictBaseline } from '../../data/types/baseline.ts';
import type { RunRecord } from '../../data/types/record.ts';
import { changedLines } from '../../harness/baseline/changes.ts';
import { entryOf } from '../../harness/baseline/entry.ts';
import { checkFlakyShare } from '../../harness/baseline/flaky-share.ts';
import { HarnessError } from '../../harness/error.ts';
import { runPlace } from '../../harness/plan/run.ts';
import { parseJson } from './lines.ts';
import type { Linter, Stored } from './linter.ts';
import { valuesOf } from './value-of.ts';

/** Who calls a verdict flaky shows two captures in which it differs, and does so rarely. */
export const knownFlaky: Linter = {
  name: 'known-flaky',
  description:
    'Of a baseline at most 2 % are known to be flaky, and each of these has two captures of one version whose verdicts differ.',
  check: (stored) =>
    valuesOf(stored.files, 'baseline').flatMap(({ path, value }) =>
      [...checkShare(value, path), ...value.entries.flatMap((entry) => checkEntry(value, entry, stored))].map(
        (text) => ({ path, text }),
      ),
    ),
};

function checkShare({ entries }: VerdictBaseline, path: string): string[] {
  try {
    checkFlakyShare(entries, path);
    return [];
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return [error.message];
  }
}

function checkEntry({ client }: VerdictBaseline, entry: BaselineEntry, stored: Stored): string[] {
  const { captures = [] } = entry.knownFlaky ?? {};
  const read = captures.map((capture) => ({ capture, record: recordIn(capture, stored) }));
  const missing = read.filter(({ record }) => record === undefined).map(({ capture }) => capture);
  if (missing.length > 0) return missing.map((capture) => `Expected a record in the capture ${capture}, found none.`);
  const place = runPlace(entry);
  const strange = read.filter(({ record }) => record?.client !== client || runPlace(record) !== place);
  if (strange.length > 0)
    return strange.map(({ capture }) => `Expected ${capture} to be a run of ${client} in ${place}, got another.`);
  const [one, other] = read;
  if (one?.record === undefined || other?.record === undefined) return [];
  return one.record.clientVersion === other.record.clientVersion && differ(one.record, other.record)
    ? []
    : [`Expected the two captures of ${place} to be of one version and to differ, got others.`];
}

function differ(one: RunRecord, other: RunRecord): boolean {
  return changedLines(entryOf(one), entryOf(other)).length > 0;
}

/** The record of a folder below the root; `undefined` where there is none, and for a path that leads elsewhere. */
function recordIn(capture: string, { files, read }: Stored): RunRecord | undefined {
  const path = `${capture}/record.json`;
  if (normalize(path) !== path || path.startsWith('../') || path.startsWith('/')) return undefined;
  const text = files.find((file) => file.path === path)?.text ?? read(path);
  const value = text === undefined ? undefined : parseJson(text);
  return isForm('record', value) ? value : undefined;
}
