import type { VerifiedRecord } from '../../data/types/verified.ts';
import { scenarios } from '../../scenarios/index.ts';
import type { Proof } from '../../scenarios/types.ts';
import { type Check, checksOf } from './status.ts';

/** A check that says something of a capability, and the record that answered it. */
export interface Proven {
  capability: string;
  check: Check;
  record: VerifiedRecord;
}

/** What a scenario declares that one of its checks proves. */
export type ProofOf = (scenario: string, check: string) => Proof;

/** A check of a scenario that is no more, or of a behaviour, proves what its record is about. */
const proofOf: ProofOf = (scenario, check) => {
  const judgement = scenarios.find(({ id }) => id === scenario)?.judgement;
  return (judgement?.kind === 'fields' && judgement.checks.find(({ id }) => id === check)) || {};
};

/**
 * Every check of some records with the capability that it counts for. Left out are those that prove nothing: by their
 * declaration, under an older revision than they ask for, or where the check is not met that they rest on.
 */
export function provenBy(records: VerifiedRecord[], declared: ProofOf = proofOf): Proven[] {
  const met = new Set(
    records.flatMap((record) =>
      checksOf(record)
        .filter((check) => check.met)
        .map(({ id }) => placeOf(record, record.scenario, id)),
    ),
  );
  return records.flatMap((record) =>
    checksOf(record).flatMap((check): Proven[] => {
      const { proves = record.capability, since, given } = declared(record.scenario, check.id);
      if (proves === null || (since !== undefined && !isSince(record.protocolVersion, since))) return [];
      if (given !== undefined && !met.has(placeOf(record, given.scenario, given.check))) return [];
      return [{ capability: proves, check, record }];
    }),
  );
}

/** Revisions are days; of one that is not known nothing is said. */
function isSince(revision: string, since: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(revision) && revision >= since;
}

function placeOf(
  { clientVersion, config, server, transport }: VerifiedRecord,
  scenario: string,
  check: string,
): string {
  return [clientVersion, config, server, transport, scenario, check].join('\n');
}
