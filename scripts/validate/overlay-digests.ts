import { dirname } from 'node:path/posix';
import { isForm } from '../../data/forms.ts';
import { digestOf } from '../evidence/digest.ts';
import { parseRunPath } from '../evidence/run-path.ts';
import type { Linter, Problem, Stored, StoredFile } from './linter.ts';

/** Overlays hold exactly the records of the folder of runs, with the digests of their bytes. */
export const overlayDigests: Linter = {
  name: 'overlay-digests',
  check: (stored) => {
    const found = digests(stored);
    const claimed = new Map(stored.files.flatMap(claims));
    const wrong = [...claimed].flatMap(([run, { path, digest }]) => checkClaim(path, run, digest, found.get(run)));
    const untold = [...found.keys()]
      .filter((run) => !claimed.has(run))
      .map((run) => ({
        path: `runs/${run}`,
        text: 'Expected the overlay of its client to hold this record. Run ingest.',
      }));
    return [...wrong, ...untold];
  },
};

function checkClaim(path: string, run: string, digest: string, found: string | undefined): Problem[] {
  if (found === undefined) return [{ path, text: `Expected evidence in runs/${run}, found none. Run ingest.` }];
  return found === digest
    ? []
    : [{ path, text: `Expected the digest of runs/${run} to be ${found}, got ${digest}. Run ingest.` }];
}

/** The digest of each whole run below the folder of runs. */
function digests({ files }: Stored): Map<string, string> {
  const bytes = new Map(files.map((file) => [file.path, file.bytes]));
  const found = new Map<string, string>();
  for (const path of bytes.keys()) {
    if (!path.startsWith('runs/') || !path.endsWith('/record.json')) continue;
    const folder = dirname(path);
    const [record, wire, model] = ['record.json', 'wire.jsonl', 'model.jsonl'].map((name) =>
      bytes.get(`${folder}/${name}`),
    );
    const run = folder.slice('runs/'.length);
    if (record === undefined || wire === undefined || model === undefined || parseRunPath(run) === undefined) continue;
    found.set(run, digestOf({ record, wire, model }));
  }
  return found;
}

/** What an overlay says of each run: its file and the digest. */
function claims({ path, form, json }: StoredFile): [string, { path: string; digest: string }][] {
  if (form !== 'verified' || !isForm(form, json)) return [];
  return json.records.map(({ clientVersion, config, server, transport, scenario, digest }) => [
    `${json.client}@${clientVersion}/${config}/${server}-${transport}/${scenario}`,
    { path, digest },
  ]);
}
