import type { Json, ModelCall } from '../../../scenarios/types.ts';
import { items, member, parseJson, string } from '../../json.ts';
import { targetOf } from '../bridge/target.ts';
import { readEventData } from '../sse.ts';
import { readToolUse } from './read.ts';

/** The calls in a stored answer, JSON or a stream. An answer in another form, an error for example, has none. */
export function readAnswerCalls(response: string): ModelCall[] {
  const whole = parseJson(response);
  return whole === undefined
    ? joinDeltas(readEventData(response))
    : items(member(whole, 'content')).flatMap(readToolUse);
}

/** A block starts with a call that has no arguments; these follow in pieces under the same `index`. */
function joinDeltas(events: string[]): ModelCall[] {
  const calls = new Map<Json | undefined, { start: ModelCall; pieces: string[] }>();
  for (const event of events) {
    const value = parseJson(event);
    const index = member(value, 'index');
    for (const start of readToolUse(member(value, 'content_block'))) calls.set(index, { start, pieces: [] });
    calls.get(index)?.pieces.push(string(member(member(value, 'delta'), 'partial_json')));
  }
  return [...calls.values()].map(({ start, pieces }) => {
    const text = pieces.join('') || start.arguments;
    return { ...start, arguments: text, target: targetOf(start.name, text) };
  });
}
