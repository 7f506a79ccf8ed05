import type { BaselineEntry } from '../../data/types/baseline.ts';
import type { RunRecord } from '../../data/types/record.ts';
import { withoutPlaces } from '../capture/without-places.ts';

/** What a baseline keeps of a record: what was seen, without where in the evidence it was. */
export function entryOf(record: RunRecord): BaselineEntry {
  const { capability, config, cost, offeredAs, protocolVersion, scenario, server, transport, wrapper } = record;
  const verdict = withoutPlaces(record.verdict);
  return { capability, config, cost, offeredAs, protocolVersion, scenario, server, transport, verdict, wrapper };
}
