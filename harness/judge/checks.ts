import type { FieldCheckOutcome, FieldSeen } from '../../data/types/record.ts';
import type { FieldCheck, FieldName } from '../../scenarios/types.ts';
import type { Arrival } from './arrival.ts';

/**
 * Answers a scenario's checks from what arrived. Every condition of a check must hold: `arrives`, each field was whole at
 * least once; `absent`, no part of a field was seen, which a tool that the model never knew fulfils, and a field that an
 * error quotes does not; `told: error`, the client reported an error in place of the result; `marked: error`, that, or
 * what arrived is `marked` as an error.
 */
export function answerChecks(checks: FieldCheck[], arrival: Arrival, marked: boolean): FieldCheckOutcome[] {
  return checks.map((check) => ({ id: check.id, outcome: holds(check, arrival, marked) ? 'met' : 'not met' }));
}

function holds(check: FieldCheck, arrival: Arrival, isMarked: boolean): boolean {
  const { arrives = [], absent = [], told, marked } = check;
  const seen = arrival.kind === 'fields' ? arrival.fields : [];
  const quoted: string[] = arrival.kind === 'error' ? arrival.quotes : [];
  return (
    arrives.every((field) => of(seen, field).some(({ parts }) => parts === 'whole')) &&
    absent.every((field) => of(seen, field).length === 0 && !quoted.includes(field)) &&
    (told === undefined || arrival.kind === told) &&
    (marked === undefined || arrival.kind === marked || isMarked)
  );
}

function of(seen: FieldSeen[], field: FieldName): FieldSeen[] {
  return seen.filter((one) => one.field === field);
}
