import type { Capability } from '../../data/types/capabilities.ts';
import type { VerifiedRecord } from '../../data/types/verified.ts';
import { cell } from '../markdown.ts';
import { type Status, shownStatus, statusOf } from './status.ts';

/** A line of a capability table, without its cells of status. */
export interface CapabilityRow {
  id: string;
  /** Indented, bold at the top. */
  name: string;
  /** A heading: there only because of the rows below it. */
  heading: boolean;
}

/** The rows with evidence, and their ancestors as headings, in the order of the tree. */
export function rowsOf(capabilities: Capability[], evident: Set<string>): CapabilityRow[] {
  const rows = capabilities.filter(({ kind }) => kind !== 'evidence');
  const proved = rows.filter(({ id }) => evident.has(id));
  const wanted = rows.filter(({ id }) => proved.some((row) => row.id === id || row.id.startsWith(`${id}.`)));
  return wanted.map(({ id, title }) => ({ id, name: indented(id, title), heading: !evident.has(id) }));
}

/** The cells of one client's table: status, how it is known, at which revisions. */
export function statusCells({ heading }: CapabilityRow, kind: Capability['kind'], records: VerifiedRecord[]): string[] {
  if (kind === 'group') return ['', '', ''];
  if (heading) return [shownStatus(null), '', ''];
  const status: Status = statusOf(records);
  const counted = records.filter(({ config }) => config === 'default');
  return [
    shownStatus(status),
    counted.length === 0 ? '' : 'probed',
    revisionsOf(counted)
      .map((revision) => `\`${revision}\``)
      .join(', '),
  ];
}

/** The revisions that records were made at, oldest first. */
export function revisionsOf(records: Pick<VerifiedRecord, 'protocolVersion'>[]): string[] {
  return [...new Set(records.map(({ protocolVersion }) => protocolVersion))].sort();
}

function indented(id: string, title: string): string {
  const depth = id.split('.').length - 1;
  return depth === 0 ? `**${cell(title)}**` : `${'&nbsp;&nbsp;'.repeat(depth)}↳ ${cell(title)}`;
}
