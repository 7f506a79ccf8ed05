import type { BehaviourVerdict, FieldsVerdict } from '../../data/types/record.ts';
import type { KeptBehaviourVerdict, KeptFieldsVerdict } from '../../data/types/verified.ts';

/** A verdict as overlays and baselines keep it: where in the traffic each thing was seen stays in the record. */
export function withoutPlaces(verdict: FieldsVerdict | BehaviourVerdict): KeptFieldsVerdict | KeptBehaviourVerdict {
  if (verdict.kind === 'behaviour') {
    const checks = verdict.checks.map(({ id, level, outcome }) => ({ id, level, outcome }));
    return { ...verdict, checks };
  }
  const fields = verdict.fields.map(({ as, count, field, parts }) => ({ as, count, field, parts }));
  return { ...verdict, fields };
}
