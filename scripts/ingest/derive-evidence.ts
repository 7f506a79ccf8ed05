import type { DerivedEvidence, VerifiedRecord } from '../../data/types/verified.ts';
import { groupBy } from '../../harness/group-by.ts';
import { compareText } from '../evidence/compare-text.ts';
import { provenBy } from '../evidence/proofs.ts';
import { DEFAULT_CONFIG, statusOf } from '../evidence/status.ts';
import { compareVersions } from '../evidence/version.ts';
import { type Declaration, statusesOf } from './declared.ts';
import { noteOf } from './note.ts';

/** What one run of the config `default` declared on the wire. */
export interface DeclaredIn {
  clientVersion: string;
  /** The run's folder, relative to the root. */
  path: string;
  declarations: Declaration[];
}

/** What a record says where no frame names a revision (harness/judge/revision.ts). */
const NONE_AGREED = 'unknown';

/** A declaration is quoted up to here; the run has all of it. */
const LONGEST = 200;

/**
 * The statuses that the runs of one client show, by capability in the order of the tree, then version, then tier: `probed`
 * from the checks that count for it in the config `default`, `declared` from what the client says of itself.
 */
export function deriveEvidence(
  records: VerifiedRecord[],
  declared: DeclaredIn[],
  capabilities: string[],
): DerivedEvidence[] {
  const rank = new Map(capabilities.map((id, index) => [id, index]));
  const dates = newestDates(records);
  return [...probed(records), ...declaredEvidence(declared, dates)].sort(
    (a, b) =>
      (rank.get(a.capability) ?? capabilities.length) - (rank.get(b.capability) ?? capabilities.length) ||
      compareVersions(a.clientVersion, b.clientVersion) ||
      compareText(b.tier, a.tier) ||
      compareText(a.revisions.join(), b.revisions.join()),
  );
}

function probed(records: VerifiedRecord[]): DerivedEvidence[] {
  const groups = groupBy(
    provenBy(records),
    ({ capability, record: { clientVersion } }) => `${capability}\n${clientVersion}`,
  );
  return [...groups.values()].flatMap((group): DerivedEvidence[] => {
    const usual = group.filter(({ record }) => record.config === DEFAULT_CONFIG);
    const status = statusOf(usual.map(({ check }) => check));
    const [first] = usual;
    if (status === null || first === undefined) return [];
    const shown = usual.map(({ record }) => record);
    return [
      {
        capability: first.capability,
        clientVersion: first.record.clientVersion,
        date: latest(shown.map(({ date }) => date)),
        note: noteOf(group),
        revisions: unique(shown.map(({ protocolVersion }) => protocolVersion)).filter((each) => each !== NONE_AGREED),
        runs: [...new Set(shown.map(({ path }) => path))],
        status,
        tier: 'probed',
      },
    ];
  });
}

/** One a status: where the revisions of a client declare otherwise, each status has its own. */
function declaredEvidence(declared: DeclaredIn[], dates: Map<string, string>): DerivedEvidence[] {
  const said = declared.flatMap(({ clientVersion, path, declarations }) =>
    declarations.flatMap((declaration) =>
      statusesOf(declaration).map(({ id, status }) => ({ id, status, clientVersion, path, declaration })),
    ),
  );
  const groups = groupBy(said, ({ id, clientVersion, status }) => [id, clientVersion, status].join('\n'));
  return [...groups.values()].flatMap((group): DerivedEvidence[] => {
    const [first] = group;
    if (first === undefined) return [];
    return [
      {
        capability: first.id,
        clientVersion: first.clientVersion,
        date: dates.get(first.clientVersion) ?? '',
        note: `The client declares ${quoted(first.declaration)}.`,
        revisions: unique(group.map(({ declaration }) => declaration.revision)),
        runs: unique(group.map(({ path }) => path)),
        status: first.status,
        tier: 'declared',
      },
    ];
  });
}

function quoted({ capabilities }: Declaration): string {
  const text = jsonOf(capabilities);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

/** What a client declares may be nested deeper than can be written. */
function jsonOf(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return 'more than can be quoted';
  }
}

function newestDates(records: VerifiedRecord[]): Map<string, string> {
  const groups = groupBy(records, ({ clientVersion }) => clientVersion);
  return new Map([...groups].map(([version, group]) => [version, latest(group.map(({ date }) => date))]));
}

const latest = (dates: string[]): string => dates.reduce((newest, date) => (date > newest ? date : newest), '');
const unique = (texts: string[]): string[] => [...new Set(texts)].sort(compareText);
