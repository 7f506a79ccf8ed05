import type { Json, ModelCall } from '../../../scenarios/types.ts';
import { items, parseJson } from '../../json.ts';
import { targetOf } from '../bridge/target.ts';

type Call = Pick<ModelCall, 'id' | 'name' | 'arguments'>;

/** The calls of a talk that a client continues by the id of an answer. */
export interface Thread {
  answered: ModelCall[];
  /** Those that have no result yet. */
  asked: ModelCall[];
}

/** The id of an item that is a call. It carries the call, since clients may send the id in its place. */
export function callItemId(prefix: 'fc' | 'tsc', call: Call): string {
  return `${prefix}_${encode(packed(call))}`;
}

/** The call that the id of an item carries; none in an id that we did not make for a call. */
export function readCallItemId(id: string): ModelCall[] {
  const [, carried] = /^(?:fc|tsc)_(.+)$/.exec(id) ?? [];
  return carried === undefined ? [] : unpacked(decode(carried));
}

/** The id of an answer, with the calls of the talk that ends in it, for a client that sends `previous_response_id`. */
export function answerId(id: string, { answered, asked }: { answered: Call[]; asked: Call[] }): string {
  const calls = [answered.map(packed), asked.map(packed)];
  return calls.flat().length === 0 ? `resp_${id}` : `resp_${id}_${encode(calls)}`;
}

/** The calls that the id of an answer carries; none in an id of another form. */
export function readThread(id: string): Thread {
  const [, carried] = /^resp_[^_]*_(.+)$/.exec(id) ?? [];
  const [answered, asked] = items(carried === undefined ? [] : decode(carried));
  return { answered: items(answered).flatMap(unpacked), asked: items(asked).flatMap(unpacked) };
}

function packed(call: Call): string[] {
  return [call.id, call.name, call.arguments];
}

function unpacked(call: Json | undefined): ModelCall[] {
  const [id, name, text] = items(call);
  if (typeof id !== 'string' || typeof name !== 'string' || typeof text !== 'string') return [];
  return [{ id, name, arguments: text, target: targetOf(name, text) }];
}

function encode(value: Json): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(text: string): Json | undefined {
  return parseJson(Buffer.from(text, 'base64url').toString());
}
