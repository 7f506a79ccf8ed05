import type { Linter, StoredFile } from './linter.ts';
import { valueOf, valuesOf } from './value-of.ts';

/** What is said to rest on a run rests on one that is there. */
export const evidenceRuns: Linter = {
  name: 'evidence-runs',
  description:
    'The runs that derived evidence, notes and readings by eye name are there, and so are the versions that a card compares with.',
  check: (stored) => {
    const { files, runFolders, runs, hasRuns } = stored;
    // Without a folder of runs overlay-digests says so, once.
    if (!hasRuns) return [];
    const known = new Set(runFolders.map((run) => `${runs}/${run}`));
    const sides = sidesIn(files, runFolders);
    return files.flatMap((file) => [
      ...[...new Set(runsIn(file, runs))]
        .filter((run) => !known.has(run))
        .map((run) => ({ path: file.path, text: `Expected evidence in ${run}, found none.` })),
      ...(valueOf(file, 'compared')?.with ?? [])
        .filter((side) => !sides.has(side))
        .map((side) => ({ path: file.path, text: `Expected verdicts of ${side} to compare with, found none.` })),
    ]);
  },
};

function runsIn(file: StoredFile, runs: string): string[] {
  const derived = (valueOf(file, 'verified')?.evidence ?? []).flatMap((evidence) => evidence.runs);
  // They speak of the runs that are committed, not of others.
  if (runs !== 'runs') return derived;
  const sources = valueOf(file, 'note')?.sources ?? [];
  const seen = valueOf(file, 'reviewed')?.readings ?? [];
  return [
    ...derived,
    ...sources.flatMap((source) => ('run' in source ? [source.run] : [])),
    ...seen.map(({ run }) => `runs/${run}`),
  ];
}

/** What `diff` would take for a side. */
function sidesIn(files: StoredFile[], runFolders: string[]): Set<string> {
  const published = files.filter(({ form }) => form === 'published').map(({ path }) => path);
  const records = valuesOf(files, 'verified').flatMap(({ value }) =>
    value.records.map(({ clientVersion }) => `${value.client}@${clientVersion}`),
  );
  return new Set([
    ...published.map((path) => path.slice('data/'.length, -'.json'.length)),
    ...records,
    ...runFolders.map((run) => run.split('/')[0] ?? ''),
  ]);
}
