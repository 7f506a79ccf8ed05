import { canonicalJson } from '../../data/canonical-json.ts';
import type { VerifiedRecord } from '../../data/types/verified.ts';
import { runOf } from '../evidence/names.ts';
import { checksOf } from './status.ts';

/** Records of one scenario that say the same. */
export interface Fold {
  records: [VerifiedRecord, ...VerifiedRecord[]];
  /** Every run of the scenario is in it. */
  all: boolean;
}

/**
 * Folds the records of one scenario whose verdicts are equal: the same short form, the same words of the client, the
 * same outcome of each check. Where in the traffic something was seen does not matter. The order of the first is kept.
 */
export function foldVerdicts(records: VerifiedRecord[]): Fold[] {
  const folds = new Map<string, Fold>();
  for (const record of records) {
    const key = sameness(record);
    const known = folds.get(key);
    if (known === undefined) folds.set(key, { records: [record], all: false });
    else known.records.push(record);
  }
  const found = [...folds.values()];
  return found.map((fold) => ({ ...fold, all: found.length === 1 }));
}

function sameness(record: VerifiedRecord): string {
  const { verdict } = record;
  const said = verdict.kind === 'fields' ? verdict.said : null;
  return canonicalJson([verdict.short, said, checksOf(record)]);
}

/** The cells of the matrix that records fill, `<config>/<run>`, in the order of the records. */
export function cellsOf(records: VerifiedRecord[]): string[] {
  return [...new Set(records.map((record) => `${record.config}/${runOf(record)}`))];
}
