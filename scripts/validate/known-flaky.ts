import type { VerdictBaseline } from '../../data/types/baseline.ts';
import { checkFlakyShare } from '../../harness/baseline/flaky-share.ts';
import { HarnessError } from '../../harness/error.ts';
import { runPlace } from '../../harness/plan/run.ts';
import { CommandError } from '../error.ts';
import { checkFlaky, type FlakyEntry } from '../rejudge/flaky-captures.ts';
import type { Linter, Stored } from './linter.ts';
import { valuesOf } from './value-of.ts';

/** Who calls a verdict flaky shows two captures in which it differs, and does so rarely. */
export const knownFlaky: Linter = {
  name: 'known-flaky',
  description:
    'Of a baseline at most 2 % are known to be flaky, and each of these has two captures of one version, with their calibration runs, whose bytes give different verdicts.',
  check: (stored) =>
    valuesOf(stored.files, 'baseline').flatMap(({ path, value }) => {
      const { client } = value;
      const flaky = value.entries.filter(({ knownFlaky }) => knownFlaky !== undefined);
      const faults = flaky.flatMap((entry) =>
        checkEntry({ client, entry, where: `the known-flaky ${runPlace(entry)}` }, stored),
      );
      return [...checkShare(value, path), ...faults].map((text) => ({ path, text }));
    }),
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

function checkEntry(entry: FlakyEntry, { files, read }: Stored): string[] {
  try {
    checkFlaky(entry, (path) => files.find((file) => file.path === path)?.text ?? read(path));
    return [];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [error.message];
  }
}
