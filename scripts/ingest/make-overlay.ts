import type { RunRecord } from '../../data/types/record.ts';
import type { VerifiedOverlay, VerifiedRecord } from '../../data/types/verified.ts';
import { withoutPlaces } from '../../harness/capture/without-places.ts';
import { recordOrder } from '../evidence/order.ts';
import { type DeclaredIn, deriveEvidence } from './derive-evidence.ts';

/** A record as it lies below the folder of runs. */
export interface Evidence {
  record: RunRecord;
  digest: string;
  /** The run's folder, relative to the root. */
  path: string;
}

/** What an overlay is made with, beside the records. */
interface Surroundings {
  /** The day that new evidence gets, `YYYY-MM-DD`. */
  date: string;
  /** The ids of the tree, in its order. */
  capabilities: string[];
  asked: NonNullable<VerifiedOverlay['asked']>;
  declared?: DeclaredIn[];
}

/** An overlay, and how it differs from the one before. */
export interface MadeOverlay {
  overlay: VerifiedOverlay;
  /** Records whose place no record had before. */
  added: number;
  /** Records whose place was taken by other bytes before. */
  changed: number;
  /** Records of before whose run is no longer there. */
  dropped: number;
}

/**
 * The overlay of one client: its records as they are below the folder of runs, in the order of the card, the statuses that
 * follow from them, and by version the hosts that it asked for. Evidence is dated once: a digest that `before` knows keeps
 * its date, any other gets `date`.
 */
export function makeOverlay(
  client: string,
  evidence: Evidence[],
  before: VerifiedOverlay | undefined,
  { date, capabilities, asked, declared = [] }: Surroundings,
): MadeOverlay {
  const dates = new Map(before?.records.map((record) => [record.digest, record.date]));
  const places = new Map(before?.records.map((record) => [placeOf(record), record.digest]));
  const records = evidence
    .map(({ record, digest, path }) => verified(record, { date: dates.get(digest) ?? date, digest, path }))
    .sort(recordOrder(capabilities));
  const present = new Set(records.map(placeOf));
  return {
    overlay: {
      ...(Object.keys(asked).length > 0 && { asked }),
      client,
      evidence: deriveEvidence(records, declared, capabilities),
      records,
    },
    added: records.filter((record) => !places.has(placeOf(record))).length,
    changed: records.filter((record) => places.has(placeOf(record)) && places.get(placeOf(record)) !== record.digest)
      .length,
    dropped: [...places.keys()].filter((place) => !present.has(place)).length,
  };
}

/** A record as an overlay holds it: the run's folder has the rest. */
export function verified(record: RunRecord, kept: Pick<VerifiedRecord, 'date' | 'digest' | 'path'>): VerifiedRecord {
  const { client: _client, fixtureVersion: _fixture, judgeVersion: _judge, wire: _wire, ...shown } = record;
  return { ...shown, verdict: withoutPlaces(record.verdict), ...kept };
}

function placeOf({ clientVersion, config, server, transport, scenario }: VerifiedRecord): string {
  return `${clientVersion}/${config}/${server}-${transport}/${scenario}`;
}
