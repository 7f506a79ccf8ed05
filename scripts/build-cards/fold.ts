import { canonicalJson } from '../../data/canonical-json.ts';
import type { VerifiedRecord } from '../../data/types/verified.ts';
import { runOf } from '../evidence/names.ts';
import { checksOf } from '../evidence/status.ts';

/** Records of one scenario that say the same. */
export interface Fold<R> {
  records: [R, ...R[]];
  /** Every run of the scenario is in it. */
  all: boolean;
}

/**
 * Folds the records of one scenario whose verdicts are equal: the same short form, the same words of the client, the
 * same outcome of each check. Where in the traffic something was seen does not matter. The order of the first is kept.
 */
export function foldVerdicts(records: VerifiedRecord[]): Fold<VerifiedRecord>[] {
  return fold(records, sameness);
}

/** Folds records by a key of theirs, in the order of the first of each. */
export function fold<R>(records: R[], keyOf: (record: R) => string): Fold<R>[] {
  const folds = new Map<string, Fold<R>>();
  for (const record of records) {
    const key = keyOf(record);
    const known = folds.get(key);
    if (known === undefined) folds.set(key, { records: [record], all: false });
    else known.records.push(record);
  }
  const found = [...folds.values()];
  return found.map((each) => ({ ...each, all: found.length === 1 }));
}

function sameness(record: VerifiedRecord): string {
  const { verdict } = record;
  const said = verdict.kind === 'fields' ? verdict.said : null;
  return canonicalJson([verdict.short, said, checksOf(record)]);
}

/** The cells of the matrix that records fill, `<config>/<run>`, in the order of the records. */
export function cellsOf(records: Pick<VerifiedRecord, 'config' | 'server' | 'transport'>[]): string[] {
  return [...new Set(records.map((record) => `${record.config}/${runOf(record)}`))];
}
