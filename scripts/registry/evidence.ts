import type { ClientEntry, Publication } from '../../data/types/clients.ts';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { groupBy } from '../../harness/group-by.ts';
import { compareText } from '../evidence/compare-text.ts';
import { compareVersions } from '../evidence/version.ts';

/** How a status is known, from the strongest to the weakest: to declare is not to do. */
export const TIERS = ['probed', 'read', 'declared', 'claimed'] as const;
export type Tier = (typeof TIERS)[number];

/** What a client does of a capability, where there is evidence. */
export type Status = 'full' | 'partial' | 'unsupported' | 'untested';

/** What stands behind a status: our own runs, a reading of the source by its commit, or somebody's page. */
type EvidenceSource =
  | { kind: 'runs'; runs: string[] }
  | { kind: 'reading'; commit: string }
  | { kind: 'publication'; publication: Publication };

/** A status that somebody found for one capability of one version, whether typed or derived by ingest. */
export interface Evidence {
  capability: string;
  clientVersion: string;
  date: string;
  /** It is the parent's. */
  inherited: boolean;
  note: string | null;
  revisions: string[];
  source: EvidenceSource;
  status: Status;
  tier: Tier;
}

/** What is known of one capability of one version. */
export interface Row {
  /** The status of the evidence that decides. */
  status: Status;
  /** Every tier with evidence, the strongest first. */
  tiers: Tier[];
  revisions: string[];
  inherited: boolean;
  /** Of the highest tier, and the newest of it. */
  deciding: Evidence;
  /** The strongest first. */
  all: Evidence[];
  /** What says otherwise than the evidence that decides. */
  disagreeing: Evidence[];
}

/** All evidence of a client: what is typed in its entry, and what ingest derived from its runs. */
export function evidenceOf(
  entry: Pick<ClientEntry, 'evidence'>,
  overlay: Pick<VerifiedOverlay, 'evidence'> | undefined,
): Evidence[] {
  const typed = entry.evidence.map(({ source, inherited, ...rest }): Evidence => {
    const found: EvidenceSource =
      'reading' in source
        ? { kind: 'reading', commit: source.reading }
        : { kind: 'publication', publication: source.publication };
    return { ...rest, inherited: inherited === true, source: found };
  });
  const derived = (overlay?.evidence ?? []).map(
    ({ runs, ...rest }): Evidence => ({ ...rest, inherited: false, source: { kind: 'runs', runs } }),
  );
  return [...typed, ...derived];
}

/** The versions that have evidence, the newest first. */
export function versionsOf(evidence: { clientVersion: string }[]): string[] {
  const versions = new Set(evidence.map(({ clientVersion }) => clientVersion));
  return [...versions].sort((a, b) => compareVersions(b, a));
}

/**
 * The rows of one version, by capability. The highest tier decides and, within a tier, the newest; evidence of other
 * versions never does. Nothing is dropped: what says otherwise stands in `disagreeing`.
 */
export function rowsAt(evidence: Evidence[], version: string): Map<string, Row> {
  const mine = evidence.filter(({ clientVersion }) => clientVersion === version);
  const rows = new Map<string, Row>();
  for (const [capability, group] of groupBy(mine, (each) => each.capability)) {
    const row = rowOf(group);
    if (row !== undefined) rows.set(capability, row);
  }
  return rows;
}

function rowOf(group: Evidence[]): Row | undefined {
  const all = group.toSorted((a, b) => rank(a) - rank(b) || compareText(b.date, a.date));
  const [deciding] = all;
  if (deciding === undefined) return undefined;
  const { status, revisions, inherited } = deciding;
  return {
    status,
    tiers: [...new Set(all.map(({ tier }) => tier))],
    revisions,
    inherited,
    deciding,
    all,
    disagreeing: all.filter((each) => each.status !== status),
  };
}

function rank({ tier }: Evidence): number {
  return TIERS.indexOf(tier);
}
