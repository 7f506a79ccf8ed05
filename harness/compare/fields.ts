import type { KeptField } from '../../data/types/verified.ts';
import type { Change, ChangeKind } from './changes.ts';
import { declarationOf } from './declaration.ts';
import type { Sighting } from './short-form.ts';

/** How each field reached the model, by its name. A field that arrived in several forms has several sightings. */
export type FieldsSeen = Map<string, Sighting[]>;

const ENVELOPE = 'envelope';
const WHOLE = 'the whole result';
const ORDER = ['content', 'structuredContent', 'payload', '_meta', 'reserved _meta', 'image', 'audio'];

/** The fields of a verdict; it counts what a short form leaves out, how often `_meta` came for example. */
export function fieldsSeen(fields: KeptField[]): FieldsSeen {
  const seen: FieldsSeen = new Map();
  for (const { field, count, as, parts } of fields)
    seen.set(field, [...(seen.get(field) ?? []), { count, form: as, parts }]);
  return seen;
}

/** A whole result holds every field that its scenario declares; a short form names only what stands beside it. */
export function withDeclared(seen: FieldsSeen, scenario: string): FieldsSeen {
  if (!seen.has(ENVELOPE)) return seen;
  const inside = declarationOf(scenario)?.fields ?? [];
  return new Map([...inside.map((field): [string, Sighting[]] => [field, [{ parts: 'whole' }]]), ...seen]);
}

/**
 * What differs between two results of which something reached the model, a line for each thing. That the whole result
 * came or came no more is told only where no field tells it.
 */
export function fieldChanges(a: FieldsSeen, b: FieldsSeen, isError: boolean): Change[] {
  const changes = (name: string): Change[] => {
    const [before, after] = [a.get(name), b.get(name)];
    if (before !== undefined && after !== undefined) return bothChanges(name, before, after);
    if (before === after) return [];
    return [before === undefined ? gained([name], isError) : lost([name], isError)];
  };
  if (a.has(ENVELOPE) && b.has(ENVELOPE)) {
    const envelope = changes(ENVELOPE);
    // What stands in an envelope comes as often as it does.
    return envelope.length > 0 ? envelope : namesOf(a, b).flatMap(changes);
  }
  if (!a.has(ENVELOPE) && !b.has(ENVELOPE)) return namesOf(a, b).flatMap(changes);
  const inside = isKnown(a) && isKnown(b) ? namesOf(a, b).flatMap(changes) : [];
  return inside.length > 0 ? inside : [envelopeChange(a, b)];
}

/** What arrived, for people: the names of the fields, or the whole result where nobody knows what it held. */
export function arrivedIn(seen: FieldsSeen): string[] {
  return isKnown(seen) ? namesOf(seen) : [WHOLE];
}

/** Whether the fields of a result are known by name. */
function isKnown(seen: FieldsSeen): boolean {
  return namesOf(seen).length > 0;
}

/** Of an error result the content is the error text. */
export function lost(names: string[], isError: boolean): Change {
  return { kind: 'lost', text: isErrorText(names, isError) ?? `${names.join(' and ')}: reached the model → lost` };
}

export function gained(names: string[], isError: boolean): Change {
  const text = isErrorText(names, isError)?.replace('hidden', 'shown');
  return { kind: 'gained', text: text ?? `${names.join(' and ')}: did not reach the model → reached the model` };
}

function isErrorText(names: string[], isError: boolean): string | undefined {
  const [first, ...rest] = names;
  return isError && first === 'content' ? `${['error text', ...rest].join(' and ')}: now hidden` : undefined;
}

function namesOf(...seen: FieldsSeen[]): string[] {
  return ORDER.filter((name) => seen.some((fields) => fields.has(name)));
}

function envelopeChange(a: FieldsSeen, b: FieldsSeen): Change {
  const [before, after] = [a, b].map((seen) => (seen.has(ENVELOPE) ? WHOLE : namesOf(seen).join(' and ')));
  return { kind: 'changed', text: `reaches the model: ${before} → ${after}` };
}

function bothChanges(name: string, a: Sighting[], b: Sighting[]): Change[] {
  const [before, after] = [a, b].map(([only, ...more]) => (more.length === 0 ? only : undefined));
  if (before !== undefined && after !== undefined) return sightingChanges(name, before, after);
  const [left, right] = [a, b].map((sightings) => sightings.map(inFull).join(' and '));
  return left === right ? [] : [{ kind: 'changed', text: `${name}: ${left} → ${right}` }];
}

function sightingChanges(name: string, a: Sighting, b: Sighting): Change[] {
  const changes: Change[] = [];
  // Short forms that name no count or no form of a field say nothing about it that could differ.
  if (a.count !== undefined && b.count !== undefined && a.count !== b.count)
    changes.push({ kind: 'changed', text: `${name}: ${a.count}x → ${b.count}x` });
  if (a.form !== undefined && b.form !== undefined && a.form !== b.form)
    changes.push({ kind: 'changed', text: `${name}: as ${a.form} → as ${b.form}` });
  if (a.parts !== b.parts) changes.push({ kind: partsKind(a, b), text: `${name}: ${extent(a)} → ${extent(b)}` });
  return changes;
}

function inFull(sighting: Sighting): string {
  return `${sighting.parts === 'whole' ? '' : `${extent(sighting)} `}${sighting.count ?? 1}x as ${sighting.form ?? 'something'}`;
}

const extent = ({ parts }: Sighting): string => (parts === 'whole' ? 'whole' : `in part (${parts})`);

function partsKind(a: Sighting, b: Sighting): ChangeKind {
  if (a.parts === 'whole') return 'lost';
  return b.parts === 'whole' ? 'gained' : 'changed';
}
