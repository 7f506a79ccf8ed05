import type { Capability } from '../../data/types/capabilities.ts';
import { cell, code } from '../markdown.ts';
import type { Row } from '../registry/evidence.ts';
import { anchorOf, webLink } from './links.ts';
import { type Backing, linkToSource } from './sources.ts';
import { shownStatus } from './status.ts';

const SPECIFICATION = 'https://modelcontextprotocol.io/specification';

/** A line of a card's table. Texts are Markdown. */
export interface TableRow {
  name: string;
  status: string;
  knownBy: string;
  at: string;
}

/** Every row of the tree, in its order; one without evidence says so. */
export function tableRows(capabilities: Capability[], rows: Map<string, Row>, backing: Backing): TableRow[] {
  return capabilities
    .filter(({ kind }) => kind !== 'evidence')
    .map((capability): TableRow => {
      const row = rows.get(capability.id);
      const name = indentedName(capability, titled(capability, row));
      if (capability.kind === 'group') return { name, status: '', knownBy: '', at: '' };
      if (row === undefined) return { name, status: shownStatus(undefined), knownBy: '', at: '' };
      return {
        name,
        status: `[${shownStatus(row.status)}](#${anchorOf('evidence', capability.id)})`,
        knownBy: `${tiersOf(row, backing)}${row.inherited ? ' ⇧' : ''}`,
        at: row.revisions.map(code).join(', '),
      };
    });
}

/** The name of a capability below its parents. */
export function indentedName({ id }: Pick<Capability, 'id'>, title: string): string {
  const depth = id.split('.').length - 1;
  return depth === 0 ? `**${title}**` : `${'&nbsp;&nbsp;'.repeat(depth)}↳ ${title}`;
}

function tiersOf(row: Row, backing: Backing): string {
  const links = row.tiers.map((tier) => {
    const first = row.all.find((each) => each.tier === tier);
    return first === undefined ? tier : linkToSource(tier, first, backing);
  });
  return links.join(', ');
}

/** The title, leading to the section of the newest revision of the row that knows the capability. */
function titled({ title, specification }: Capability, row: Row | undefined): string {
  const sections = new Map(Object.entries(specification));
  const known = [...sections.keys()].sort();
  const revision = row?.revisions.findLast((each) => sections.has(each)) ?? known.at(-1);
  if (revision === undefined) return cell(title);
  return webLink(`${SPECIFICATION}/${revision}/${sections.get(revision) ?? ''}`, title);
}
