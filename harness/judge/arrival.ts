import type { FieldSeen } from '../../data/types/record.ts';
import type { DeclaredField, JsonObject } from '../../scenarios/types.ts';
import { type Countable, countFields } from './count.ts';
import type { FoundCall } from './find-call.ts';
import { isGivenAsError } from './mark.ts';
import { findSightings, type Hit, type Sighting } from './places.ts';
import { readWords } from './said.ts';
import { findTokens } from './search/find-tokens.ts';
import type { Envelope } from './types.ts';
import { ENVELOPE, findEnvelopes } from './whole-envelope.ts';

/** What became of a tool's result, before it is put into words. */
export type Arrival =
  /** The server listed the tool and the model never knew of it. */
  | { kind: 'hidden' }
  /** Something of the result was seen, first to last in `order`; `sent` is what one whole result would count as. */
  | { kind: 'fields'; fields: FieldSeen[]; order: string[]; sent: FieldSeen[] }
  /**
   * The model got the client's words instead: `message` is the whole tool message, `said` the words in it. An error of
   * the client may quote fields (`quotes`) of a result that it refuses: they were seen, and the result did not arrive.
   */
  | { kind: 'error'; message: string; said: string; quotes: FieldSeen['field'][] }
  | { kind: 'placeholder'; message: string; said: string }
  /** The model got no text at all. */
  | { kind: 'nothing' };

const WHOLE: Countable = { field: ENVELOPE, canaries: [{ part: 'whole', token: ENVELOPE }] };

/** Looks for the declared fields, and for the wire's result as a whole, in what the model was told after the call. */
export function findArrival(declared: DeclaredField[], found: FoundCall, envelope: Envelope): Arrival {
  const { result } = found.wire;
  const tokens = declared.flatMap(({ canaries }) => canaries.map(({ token }) => token));
  const find = (text: string): Hit[] => [...findHits(text, tokens), ...findEnvelopes(text, result)];
  const sightings = findSightings(found.requests, find);
  const countable: Countable[] = [WHOLE, ...declared];
  const fields = countFields(countable, sightings);
  const { text } = found.message;
  const failed = isGivenAsError(found, envelope);
  // Of a result that says itself that it is an error the fields are the error's own.
  const quoted = failed && text.trim() !== '' && result !== undefined && result['isError'] !== true;
  if (fields.length > 0 && !quoted) {
    return { kind: 'fields', fields, order: orderOf(countable, sightings), sent: countSent(declared, tokens, result) };
  }
  if (text.trim() === '') return { kind: 'nothing' };
  const { said, form } = readWords(text, { client: found.call.target, served: found.served }, envelope);
  // Nothing but what stands around every result.
  if (said.trim() === '') return { kind: 'nothing' };
  if (!failed && form === 'placeholder') return { kind: form, message: text, said };
  return { kind: 'error', message: text, said, quotes: [...new Set(fields.map(({ field }) => field))] };
}

function findHits(text: string, tokens: string[]): Hit[] {
  return findTokens(text, tokens).map(({ token, offset, form }) => ({ key: token, offset, form }));
}

/** The names of the fields in the order in which the model met them. */
function orderOf(countable: Countable[], sightings: Sighting[]): string[] {
  const fields = sightings.flatMap(({ key }) =>
    countable.filter(({ canaries }) => canaries.some(({ token }) => token === key)),
  );
  return [...new Set(fields.map(({ field }) => field))];
}

/** How often each field stands in the result itself, so that a copy beside a whole envelope is told from those inside. */
function countSent(declared: DeclaredField[], tokens: string[], result: JsonObject | undefined): FieldSeen[] {
  const request = { line: 1, body: { result: JSON.stringify(result ?? null) }, tools: [], results: [], calls: [] };
  return countFields(
    declared,
    findSightings([request], (text) => findHits(text, tokens)),
  );
}
