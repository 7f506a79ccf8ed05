import type { CheckOutcome, Place } from '../types.ts';

/** Met or not, with the places that show it; none where it is an absence. */
export function when(condition: boolean, places: Place[] = []): CheckOutcome {
  return { outcome: condition ? 'met' : 'not met', places };
}

/** A prerequisite is missing: the run says nothing about this. */
export function notAsked(reason: string): CheckOutcome {
  return { outcome: 'not asked', reason };
}
