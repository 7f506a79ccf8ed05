import type { Capability } from '../../data/types/capabilities.ts';
import { groupBy } from '../../harness/group-by.ts';
import { code } from '../markdown.ts';
import { type Evidence, rowsAt, versionsOf } from '../registry/evidence.ts';
import { type Backing, linkToSource } from './sources.ts';
import { shownStatus } from './status.ts';

/** A matrix of capabilities and versions. Texts are Markdown. */
export interface OtherVersions {
  versions: string[];
  rows: { name: string; cells: string[] }[];
}

/** What evidence of versions other than the card's says, the newest version first; null where there is none. */
export function otherVersions(
  capabilities: Capability[],
  evidence: Evidence[],
  { version, ...backing }: Backing & { version: string },
): OtherVersions | null {
  const versions = versionsOf(evidence).filter((each) => each !== version);
  if (versions.length === 0) return null;
  const byVersion = groupBy(evidence, ({ clientVersion }) => clientVersion);
  const columns = versions.map((each) => rowsAt(byVersion.get(each) ?? [], each));
  const evident = capabilities.filter(({ id }) => columns.some((rows) => rows.has(id)));
  return {
    versions: versions.map(code),
    rows: evident.map((capability) => ({
      name: code(capability.id),
      cells: columns.map((rows) => {
        const row = rows.get(capability.id);
        if (row === undefined) return '';
        return `${linkToSource(shownStatus(row.status), row.deciding, backing)}, ${row.tiers.join(', ')}`;
      }),
    })),
  };
}
