import type { ShortForm, Sighting } from './short-form.ts';

/** What became of a behaviour. `lost`: something that reached the model does not any more. */
export type ChangeKind = 'lost' | 'changed' | 'gained';

export interface Change {
  kind: ChangeKind;
  /** For people: `content: 1x → 2x`. */
  text: string;
}

const ENVELOPE = 'envelope';
const ORDER = ['content', 'structuredContent', 'payload', '_meta', 'reserved _meta', 'image', 'audio', ENVELOPE];
const STATUSES = ['unsupported', 'partial', 'full'];

/** What differs between two short forms, in the language of behaviour. */
export function changesBetween(a: ShortForm, b: ShortForm): Change[] {
  return [...fieldChanges(fieldsOf(a), fieldsOf(b)), ...outcomeChanges(a, b)];
}

/** What several changes are together: a loss outweighs the rest. */
export function worst(changes: Change[]): ChangeKind {
  const kinds = new Set(changes.map(({ kind }) => kind));
  if (kinds.has('lost')) return 'lost';
  return kinds.size === 1 && kinds.has('gained') ? 'gained' : 'changed';
}

function fieldsOf(form: ShortForm): Map<string, Sighting[]> {
  return form.kind === 'fields' ? form.fields : new Map();
}

function fieldChanges(a: Map<string, Sighting[]>, b: Map<string, Sighting[]>): Change[] {
  const names = [...new Set([...ORDER, ...a.keys(), ...b.keys()])];
  // A whole envelope holds every field, though its short form names none of them.
  const held = { a: a.has(ENVELOPE), b: b.has(ENVELOPE) };
  return names.flatMap((name) => {
    const [before, after] = [a.get(name), b.get(name)];
    if (before !== undefined && after !== undefined) return bothChanges(name, before, after);
    if (before !== undefined) return name === ENVELOPE ? envelopeChange('lost', b) : held.b ? [] : [lost(name)];
    if (after !== undefined) return name === ENVELOPE ? envelopeChange('gained', a) : held.a ? [] : [gained(name)];
    return [];
  });
}

const lost = (name: string): Change => ({ kind: 'lost', text: `${name}: reached the model → lost` });
const gained = (name: string): Change => ({
  kind: 'gained',
  text: `${name}: did not reach the model → reached the model`,
});

/** Which fields of an envelope the other side still has its short form tells; whether these are all it does not. */
function envelopeChange(kind: 'lost' | 'gained', others: Map<string, Sighting[]>): Change[] {
  const rest = others.size === 0 ? 'nothing of it' : [...others.keys()].join(' and ');
  const [before, after] = kind === 'lost' ? ['the whole result', rest] : [rest, 'the whole result'];
  return [{ kind: others.size === 0 ? kind : 'changed', text: `reaches the model: ${before} → ${after}` }];
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

function outcomeChanges(a: ShortForm, b: ShortForm): Change[] {
  if (a.kind === 'status' && b.kind === 'status') return statusChanges(a, b);
  const [before, after] = [label(a), label(b)];
  return before === after ? [] : [{ kind: 'changed', text: `the model gets: ${before} → ${after}` }];
}

function statusChanges(a: ShortForm & { kind: 'status' }, b: ShortForm & { kind: 'status' }): Change[] {
  const rank = STATUSES.indexOf(b.status) - STATUSES.indexOf(a.status) || b.met / b.of - a.met / a.of;
  const text = `status: ${a.status} (${a.met} of ${a.of} checks) → ${b.status} (${b.met} of ${b.of} checks)`;
  if (rank === 0 && a.of === b.of) return [];
  return [{ kind: rank < 0 ? 'lost' : rank > 0 ? 'gained' : 'changed', text }];
}

function label(form: ShortForm): string {
  switch (form.kind) {
    case 'fields':
      return 'fields of the result';
    case 'client words':
      return `${form.what} ${JSON.stringify(form.words)}`;
    case 'nothing':
      return 'nothing of the result';
    case 'not offered':
      return 'no offer of the tool';
    case 'status':
      return `${form.status}: ${form.met} of ${form.of} checks`;
    case 'other':
      return form.text;
    default:
      return form satisfies never;
  }
}
