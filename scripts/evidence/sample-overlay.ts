import type { RunRecord } from '../../data/types/record.ts';
import type { VerifiedRecord } from '../../data/types/verified.ts';
import { makeOverlay } from '../ingest/make-overlay.ts';
import { sampleRecord } from './sample.ts';

/** For tests: records as an overlay holds them, made from what a test cares about. */
export function verifiedRecords(...given: Partial<RunRecord>[]): VerifiedRecord[] {
  const evidence = given.map((each, index) => {
    const record = sampleRecord(each);
    const run = `${record.server}-${record.transport}`;
    return {
      record,
      digest: `sha256:${String(index).padStart(64, '0')}`,
      path: `runs/${record.client}@${record.clientVersion}/${record.config}/${run}/${record.scenario}`,
    };
  });
  return makeOverlay('sample', evidence, undefined, { date: '2026-11-30', capabilities: [], asked: {} }).overlay
    .records;
}
