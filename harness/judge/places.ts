import type { FieldSeen } from '../../data/types/record.ts';
import type { ModelExchange, Place } from '../../scenarios/types.ts';
import { type WalkedString, walkStrings } from './search/walk.ts';

/** Something that was looked for, in one string: `key` is a token, or another name that the finder gave it. */
export interface Hit {
  key: string;
  offset: number;
  form: 'text' | 'file path' | 'base64' | 'base64 in base64' | 'XML';
}

/** A hit with its place in the evidence. */
export interface Sighting {
  key: string;
  as: FieldSeen['as'];
  place: Place;
}

/**
 * Where `find` finds something in the requests that followed a tool's answer, in the order of line, document and offset.
 * The first request counts whole. Later ones repeat the history: of them only strings that no earlier one held are read,
 * and a copy counts only where the request shows more copies at once than any before it, because a client may well
 * rewrite its history.
 */
export function findSightings(requests: ModelExchange[], find: (text: string) => Hit[]): Sighting[] {
  const known = new Map<string, Hit[]>();
  const most = new Map<string, number>();
  return requests.flatMap(({ line, body }) => {
    const before = new Set(known.keys());
    const shown = walkStrings(body).flatMap((string) => {
      const hits = known.get(string.text) ?? find(string.text).sort((a, b) => a.offset - b.offset);
      known.set(string.text, hits);
      return hits.map((hit) => ({ ...see(hit, string, line), fresh: !before.has(string.text) }));
    });
    const left = new Map<string, number>();
    for (const [key, count] of countKeys(shown)) {
      left.set(key, count - (most.get(key) ?? 0));
      most.set(key, Math.max(count, most.get(key) ?? 0));
    }
    return shown.flatMap(({ fresh, ...sighting }) => {
      const more = left.get(sighting.key) ?? 0;
      if (!fresh || more <= 0) return [];
      left.set(sighting.key, more - 1);
      return [sighting];
    });
  });
}

function see({ key, form, offset }: Hit, { part, pointer }: WalkedString, line: number): Sighting {
  return { key, as: asForm(form, part), place: { line, pointer, offset } };
}

/** Base64 in a typed part is the part's bytes; base64 in a text, or base64 of base64 in a part, is no picture. */
function asForm(form: Hit['form'], part: WalkedString['part']): Sighting['as'] {
  if (form === 'base64') return part ?? 'base64';
  return form === 'base64 in base64' ? 'base64' : form;
}

function countKeys(sightings: Sighting[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of sightings) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
