import type { Json, ModelCall } from '../../../scenarios/types.ts';
import { member, string } from '../../json.ts';
import { targetOf } from '../bridge/target.ts';
import { readCallItemId } from './ids.ts';

/** The name under which a request offers the API's own search for tools. It has none on the wire. */
export const TOOL_SEARCH = 'tool_search';

/**
 * The call in an item, of a request's input or of an answer. A search of tools is one where the client is to carry it out;
 * a reference to an item, which needs no type, carries the call in its id.
 */
export function readCall(item: Json): ModelCall[] {
  switch (member(item, 'type') ?? 'item_reference') {
    case 'item_reference':
      return readCallItemId(string(member(item, 'id')));
    case 'tool_search_call':
      return typeof member(item, 'call_id') === 'string' ? named(item, TOOL_SEARCH) : [];
    case 'function_call':
      return named(item, member(item, 'name'));
    default:
      return [];
  }
}

function named(item: Json, name: Json | undefined): ModelCall[] {
  if (typeof name !== 'string') return [];
  const text = textOf(member(item, 'arguments'));
  return [{ id: string(member(item, 'call_id')), name, arguments: text, target: targetOf(name, text) }];
}

/** A string as it is, any other value as compact JSON. What is absent, or nested too deep to be written, is the empty string. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    // JSON can be read at any depth, and written at some thousand levels.
    return '';
  }
}
