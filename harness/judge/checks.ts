import type { FieldCheckOutcome, FieldSeen } from '../../data/types/record.ts';
import type { FieldCheck, FieldName } from '../../scenarios/types.ts';
import type { Arrival } from './arrival.ts';

/**
 * Answers a scenario's checks from what arrived. Every condition of a check must hold: `arrives`, each field was whole at
 * least once; `absent`, no part of a field was seen, which a tool that the model never knew fulfils; `told: error`, no
 * field was seen and the client reported an error.
 */
export function answerChecks(checks: FieldCheck[], arrival: Arrival): FieldCheckOutcome[] {
  return checks.map((check) => ({ id: check.id, outcome: holds(check, arrival) ? 'met' : 'not met' }));
}

function holds({ arrives = [], absent = [], told }: FieldCheck, arrival: Arrival): boolean {
  const seen = arrival.kind === 'fields' ? arrival.fields : [];
  return (
    arrives.every((field) => of(seen, field).some(({ parts }) => parts === 'whole')) &&
    absent.every((field) => of(seen, field).length === 0) &&
    (told === undefined || arrival.kind === told)
  );
}

function of(seen: FieldSeen[], field: FieldName): FieldSeen[] {
  return seen.filter((one) => one.field === field);
}
