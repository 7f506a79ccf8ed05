import type { RunRecord } from '../../data/types/record.ts';
import type { VerifiedOverlay, VerifiedRecord } from '../../data/types/verified.ts';
import { recordOrder } from '../evidence/order.ts';

/** A record as it lies below the folder of runs. */
export interface Evidence {
  record: RunRecord;
  digest: string;
  /** The run's folder, relative to the root. */
  path: string;
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
 * The overlay of one client: its records as they are below the folder of runs, in the order of the card, and by version
 * the hosts that it asked for. Evidence is
 * dated once: a digest that `before` knows keeps its date, any other gets `date`.
 */
export function makeOverlay(
  client: string,
  evidence: Evidence[],
  before: VerifiedOverlay | undefined,
  { date, capabilities, asked }: { date: string; capabilities: string[]; asked: NonNullable<VerifiedOverlay['asked']> },
): MadeOverlay {
  const dates = new Map(before?.records.map((record) => [record.digest, record.date]));
  const places = new Map(before?.records.map((record) => [placeOf(record), record.digest]));
  const records = evidence
    .map(({ record, digest, path }) => verified(record, { date: dates.get(digest) ?? date, digest, path }))
    .sort(recordOrder(capabilities));
  const present = new Set(records.map(placeOf));
  return {
    overlay: { ...(Object.keys(asked).length > 0 && { asked }), client, records },
    added: records.filter((record) => !places.has(placeOf(record))).length,
    changed: records.filter((record) => places.has(placeOf(record)) && places.get(placeOf(record)) !== record.digest)
      .length,
    dropped: [...places.keys()].filter((place) => !present.has(place)).length,
  };
}

/** A record as an overlay holds it. */
export function verified(record: RunRecord, kept: Pick<VerifiedRecord, 'date' | 'digest' | 'path'>): VerifiedRecord {
  const { capability, clientVersion, config, cost, protocolVersion, scenario, server, transport, verdict } = record;
  return { capability, clientVersion, config, cost, protocolVersion, scenario, server, transport, verdict, ...kept };
}

function placeOf({ clientVersion, config, server, transport, scenario }: VerifiedRecord): string {
  return `${clientVersion}/${config}/${server}-${transport}/${scenario}`;
}
