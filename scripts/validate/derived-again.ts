import type { DerivedEvidence, VerifiedOverlay } from '../../data/types/verified.ts';
import { runKey } from '../../harness/plan/run.ts';
import { calibration } from '../../scenarios/index.ts';
import { DEFAULT_CONFIG } from '../evidence/status.ts';
import { declarationsIn } from '../ingest/declared.ts';
import { deriveEvidence } from '../ingest/derive-evidence.ts';
import type { Stored } from './linter.ts';

/** The evidence that ingest would derive from the records of an overlay and from the traffic of its calibration runs. */
export function derivedAgain({ client, records }: VerifiedOverlay, stored: Stored): DerivedEvidence[] {
  const files = new Map(stored.files.map((file) => [file.path, file]));
  const cells = new Map(
    records
      .filter(({ config }) => config === DEFAULT_CONFIG)
      .map((record) => {
        const cell = { ...record, client, version: record.clientVersion, scenario: calibration.id };
        return [runKey(cell), record.clientVersion];
      }),
  );
  const declared = [...cells].flatMap(([run, clientVersion]) => {
    const wire = files.get(`runs/${run}/wire.jsonl`);
    const path = `${stored.runs}/${run}`;
    return wire === undefined ? [] : [{ clientVersion, path, declarations: declarationsIn(wire.text) }];
  });
  return deriveEvidence(records, declared, [...stored.capabilities.keys()]);
}
