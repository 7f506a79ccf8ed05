import type { ClientEntry } from '../../data/types/clients.ts';
import type { ResearchNote } from '../../data/types/note.ts';
import type { VerifiedOverlay, VerifiedRecord } from '../../data/types/verified.ts';
import { type Evidence, evidenceOf, type Row, rowsAt, versionsOf } from '../registry/evidence.ts';

/** All that is known of one client, and the version that its card is about. */
export interface Known {
  client: ClientEntry;
  overlay: VerifiedOverlay | undefined;
  evidence: Evidence[];
  /** The newest version with any evidence. */
  version: string;
  /** Of that version, by capability. */
  rows: Map<string, Row>;
  /** The versions with records, the newest first, and the records of the first. */
  probed: string[];
  records: VerifiedRecord[];
}

/** Puts together what is known of a client; `undefined` where that is nothing at all. */
export function knownOf(client: ClientEntry, overlay: VerifiedOverlay | undefined): Known | undefined {
  const evidence = evidenceOf(client, overlay);
  const probed = versionsOf(overlay?.records ?? []);
  const version = versionsOf(evidence)[0] ?? probed[0];
  if (version === undefined) return undefined;
  const records = (overlay?.records ?? []).filter(({ clientVersion }) => clientVersion === probed[0]);
  return { client, overlay, evidence, version, rows: rowsAt(evidence, version), probed, records };
}

/** The newest day of anything that is known of a client. */
export function lastUpdated({ client, overlay, evidence }: Known, notes: ResearchNote[] = []): string {
  const dated = [...(overlay?.records ?? []), ...evidence, ...client.readings, ...notes];
  return dated.reduce((newest, { date }) => (date > newest ? date : newest), '');
}
