import type { ModelCall } from '../../../scenarios/types.ts';
import { member, string } from '../../json.ts';
import { targetOf } from '../bridge/target.ts';
import { field, type Placed, textOf } from './shape.ts';

/** A call as a request or an answer holds it. */
export interface HeldCall {
  call: ModelCall;
  /** The id that stands beside it; empty where there is none. */
  sent: string;
}

/** The call in a part of a content, with the id that `nextId` gives it; undefined for any other part. */
export function readCall(part: Placed, nextId: (name: string, sent: string) => string): HeldCall | undefined {
  const asked = field(part, 'functionCall');
  const name = member(asked?.value, 'name');
  if (asked === undefined || typeof name !== 'string') return undefined;
  const sent = string(member(asked.value, 'id'));
  const text = textOf(member(asked.value, 'args') ?? {});
  return { call: { id: nextId(name, sent), name, arguments: text, target: targetOf(name, text) }, sent };
}
