import type { Json } from '../../../scenarios/types.ts';
import { HarnessError } from '../../error.ts';
import { member } from '../../json.ts';

/** A value with its RFC 6901 pointer in the request body. */
export interface Placed {
  value: Json;
  pointer: string;
}

/** A member by its name in the API, or by the same name in snake case as Python clients write it. */
export function field({ value, pointer }: Placed, name: string): Placed | undefined {
  for (const key of [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]) {
    const found = member(value, key);
    if (found !== undefined) return { value: found, pointer: `${pointer}/${key}` };
  }
  return undefined;
}

/** The items of a member. The API takes a lone object where it expects a list of them. */
export function each(parent: Placed, name: string): Placed[] {
  const found = field(parent, name);
  if (found === undefined) return [];
  if (!Array.isArray(found.value)) return [found];
  return found.value.map((value, index) => ({ value, pointer: `${found.pointer}/${index}` }));
}

/** What a model reads of a value: a string as it is, anything else as compact JSON. Throws HarnessError `input`. */
export function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch (error) {
    // JSON can be parsed at any depth, but not written at any.
    throw new HarnessError('input', 'Expected JSON of a sensible depth, got deeper.', { cause: error });
  }
}
