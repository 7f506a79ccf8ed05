import { dirname } from 'node:path/posix';
import { canonicalJson } from '../../data/canonical-json.ts';
import { isForm } from '../../data/forms.ts';
import type { VerifiedRecord } from '../../data/types/verified.ts';
import { digestOf } from '../evidence/digest.ts';
import { parseRunPath } from '../evidence/run-path.ts';
import { verified } from '../ingest/make-overlay.ts';
import type { Linter, Problem, Stored, StoredFile } from './linter.ts';

/** Overlays hold exactly the records of the folder of runs: what they say, and the digests of their bytes. */
export const overlayDigests: Linter = {
  name: 'overlay-digests',
  check: (stored) => {
    const found = digests(stored);
    const claimed = new Map(stored.files.flatMap(claims));
    const wrong = [...claimed].flatMap(([run, { path, claim }]) => checkClaim(path, run, claim, found.get(run)));
    const untold = [...found.keys()]
      .filter((run) => !claimed.has(run))
      .map((run) => ({
        path: `runs/${run}`,
        text: 'Expected the overlay of its client to hold this record. Run ingest.',
      }));
    return [...wrong, ...untold];
  },
};

function checkClaim(path: string, run: string, claim: VerifiedRecord, found: Found | undefined): Problem[] {
  if (found === undefined) return [{ path, text: `Expected evidence in runs/${run}, found none. Run ingest.` }];
  if (found.digest !== claim.digest)
    return [
      { path, text: `Expected the digest of runs/${run} to be ${found.digest}, got ${claim.digest}. Run ingest.` },
    ];
  const { record } = found;
  if (!isForm('record', record)) return [];
  const { date, digest, path: folder } = claim;
  return canonicalJson(verified(record, { date, digest, path: folder })) === canonicalJson(claim)
    ? []
    : [{ path, text: `Expected what is said of runs/${run} to be what its record says. Run ingest.` }];
}

interface Found {
  digest: string;
  record: unknown;
}

/** Each whole run below the folder of runs. */
function digests({ files }: Stored): Map<string, Found> {
  const bytes = new Map(files.map((file) => [file.path, file.bytes]));
  const found = new Map<string, Found>();
  for (const { path, json } of files) {
    if (!path.startsWith('runs/') || !path.endsWith('/record.json')) continue;
    const folder = dirname(path);
    const [record, wire, model, log] = ['record.json', 'wire.jsonl', 'model.jsonl', 'log.txt'].map((name) =>
      bytes.get(`${folder}/${name}`),
    );
    const run = folder.slice('runs/'.length);
    if (record === undefined || wire === undefined || model === undefined || parseRunPath(run) === undefined) continue;
    found.set(run, { digest: digestOf({ record, wire, model, log }), record: json });
  }
  return found;
}

/** What an overlay says of each run. */
function claims({ path, form, json }: StoredFile): [string, { path: string; claim: VerifiedRecord }][] {
  if (form !== 'verified' || !isForm(form, json)) return [];
  return json.records.map((claim) => {
    const { clientVersion: version, config, server, transport, scenario } = claim;
    return [`${json.client}@${version}/${config}/${server}-${transport}/${scenario}`, { path, claim }];
  });
}
