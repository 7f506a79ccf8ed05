import type { Capability } from '../../data/types/capabilities.ts';
import type { VerifiedRecord } from '../../data/types/verified.ts';

import { cell, code } from '../markdown.ts';
import { counted } from '../streams.ts';
import { type EvidenceRow, foldedRows, type RecordRow, recordRows } from './evidence-rows.ts';
import { cellsOf } from './fold.ts';
import { digestOf } from './provenance.ts';

/** Our own verdicts of one version, as a card shows them. Texts are Markdown. */
export interface VerdictsView {
  version: string;
  /** The table of capabilities is about another version. */
  elsewhere: boolean;
  records: string;
  cells: string;
  folded: EvidenceRow[];
  differs: boolean;
  all: RecordRow[];
  oldest: string;
  newest: string;
  digest: string;
}

/** What a card shows of the records of one version; null where there is none. */
export function verdictsView(
  records: VerifiedRecord[],
  { version, capabilities }: { version: string; capabilities: Capability[] },
): VerdictsView | null {
  const [first] = records;
  if (first === undefined) return null;
  const folded = foldedRows(records, new Map(capabilities.map(({ id, measured }) => [id, measured])));
  const dates = records.map(({ date }) => date).sort();
  return {
    version: code(first.clientVersion),
    elsewhere: first.clientVersion !== version,
    records: counted(records.length, 'record'),
    cells: cellsOf(records).map(cell).join(', '),
    folded,
    differs: folded.some(({ verdict }) => verdict.startsWith('**≠**')),
    all: recordRows(records),
    oldest: dates[0] ?? '',
    newest: dates.at(-1) ?? '',
    digest: code(digestOf(records)),
  };
}
