import { dirname } from 'node:path/posix';
import { canonicalJson } from '../../data/canonical-json.ts';
import type { RunRecord } from '../../data/types/record.ts';
import type { VerifiedOverlay, VerifiedRecord } from '../../data/types/verified.ts';
import { runKey } from '../../harness/plan/run.ts';
import { digestOf } from '../evidence/digest.ts';
import { parseRunPath } from '../evidence/run-path.ts';
import { verified } from '../ingest/make-overlay.ts';
import type { Linter, Problem, Stored } from './linter.ts';
import { valueOf, valuesOf } from './value-of.ts';

/** Overlays hold exactly the records of the folder of runs: what they say, where they lie, and the digests of their bytes. */
export const overlayDigests: Linter = {
  name: 'overlay-digests',
  description: 'An overlay holds the records of the runs that are there, no others, with the digests of their bytes.',
  check: (stored) => {
    const found = digests(stored);
    const overlays = valuesOf(stored.files, 'verified');
    if (!stored.hasRuns) return overlays.flatMap(({ path, value }) => withoutRuns(path, value, stored));
    const claimed = new Map(overlays.flatMap(({ path, value }) => claims(path, value)));
    const wrong = [...claimed].flatMap(([run, { path, claim }]) =>
      checkClaim(claim, found.get(run), `${stored.runs}/${run}`).map((text) => ({ path, text: `${text} Run ingest.` })),
    );
    const untold = [...found.keys()]
      .filter((run) => !claimed.has(run))
      .map((run) => ({
        path: `runs/${run}`,
        text: 'Expected the overlay of its client to hold this record. Run ingest.',
      }));
    return [...wrong, ...untold];
  },
};

/** To ingest nothing would help nobody. */
function withoutRuns(path: string, { records }: VerifiedOverlay, { runs }: Stored): Problem[] {
  return records.length === 0
    ? []
    : [{ path, text: `Expected the folder ${runs}/ with the evidence of its records, found no such folder.` }];
}

function checkClaim(claim: VerifiedRecord, found: Found | undefined, folder: string): string[] {
  if (found === undefined) return [`Expected evidence in ${folder}, found none. Bring it back, or drop the record.`];
  if (found.digest !== claim.digest)
    return [`Expected the digest of ${folder} to be ${found.digest}, got ${claim.digest}.`];
  if (claim.path !== folder) return [`Expected the path of a record to be ${folder}, got ${claim.path}.`];
  const { record } = found;
  if (record === undefined) return [];
  const { date, digest, path } = claim;
  return canonicalJson(verified(record, { date, digest, path })) === canonicalJson(claim)
    ? []
    : [`Expected what is said of ${folder} to be what its record says.`];
}

interface Found {
  digest: string;
  /** Undefined where it does not fit its schema. */
  record: RunRecord | undefined;
}

/** Each whole run below the folder of runs. */
function digests({ files }: Stored): Map<string, Found> {
  const bytes = new Map(files.map((file) => [file.path, file.bytes]));
  const found = new Map<string, Found>();
  for (const file of files) {
    const { path } = file;
    if (!path.startsWith('runs/') || !path.endsWith('/record.json')) continue;
    const folder = dirname(path);
    const [record, wire, model, log] = ['record.json', 'wire.jsonl', 'model.jsonl', 'log.txt'].map((name) =>
      bytes.get(`${folder}/${name}`),
    );
    const run = folder.slice('runs/'.length);
    if (record === undefined || wire === undefined || model === undefined || parseRunPath(run) === undefined) continue;
    found.set(run, { digest: digestOf({ record, wire, model, log }), record: valueOf(file, 'record') });
  }
  return found;
}

/** What an overlay says of each run. */
function claims(
  path: string,
  { client, records }: VerifiedOverlay,
): [string, { path: string; claim: VerifiedRecord }][] {
  return records.map((claim) => [runKey({ ...claim, client, version: claim.clientVersion }), { path, claim }]);
}
