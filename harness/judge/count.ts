import type { FieldSeen } from '../../data/types/record.ts';
import type { DeclaredField } from '../../scenarios/types.ts';
import type { Sighting } from './places.ts';

/** A declared field, or the whole envelope, which is counted the same way. */
export type Countable = Pick<DeclaredField, 'canaries'> & Pick<FieldSeen, 'field'>;

/** The forms of a field, in the order in which they are named: where a copy stands must not change the words. */
const FORMS: FieldSeen['as'][] = ['text', 'base64', 'image part', 'audio part', 'file path', 'XML'];

/**
 * What of each declared field was seen, in the order of declaration. A field that was seen in two forms (as text and as
 * base64, say) has an entry for each. `count` is the number of complete copies: of a field with several parts, as many
 * as the rarest part allows. When a part is missing, `parts` names the others and `count` is that of the most frequent.
 * `sightings` must stand in the order of their places.
 */
export function countFields(declared: Countable[], sightings: Sighting[]): FieldSeen[] {
  return declared.flatMap((field) => {
    const seen = sightings.filter(({ key }) => field.canaries.some(({ token }) => token === key));
    return FORMS.filter((as) => seen.some((sighting) => sighting.as === as)).map((as) =>
      countOne(
        field,
        as,
        seen.filter((sighting) => sighting.as === as),
      ),
    );
  });
}

function countOne({ field, canaries }: Countable, as: FieldSeen['as'], seen: Sighting[]): FieldSeen {
  const parts = canaries.map(({ part, token }) => ({ part, count: seen.filter(({ key }) => key === token).length }));
  const arrived = parts.filter(({ count }) => count > 0);
  const whole = arrived.length === parts.length;
  return {
    as,
    count: (whole ? Math.min : Math.max)(...arrived.map(({ count }) => count)),
    field,
    parts: whole ? 'whole' : joinParts(arrived.map(({ part }) => part)),
    places: seen.map(({ place }) => place),
  };
}

/** `head`, `head and tail`, `head, middle and tail`. */
export function joinParts(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
