import type { ModelCall } from '../../../scenarios/types.ts';
import { items, member, parseJson, string } from '../../json.ts';
import { targetOf } from '../bridge/target.ts';
import { readEventData } from '../sse.ts';
import { readToolCall } from './read.ts';

/** The calls in a stored answer, JSON or a stream. An answer in another form, an error for example, has none. */
export function readAnswerCalls(response: string): ModelCall[] {
  const whole = parseJson(response);
  if (whole === undefined) return joinDeltas(readEventData(response));
  return items(member(whole, 'choices')).flatMap((choice) =>
    items(member(member(choice, 'message'), 'tool_calls')).flatMap(readToolCall),
  );
}

/** A stream names a call once, then sends its arguments in pieces under the same `index`. */
function joinDeltas(events: string[]): ModelCall[] {
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  for (const event of events) {
    const [choice] = items(member(parseJson(event), 'choices'));
    for (const delta of items(member(member(choice, 'delta'), 'tool_calls'))) {
      const index = member(delta, 'index');
      if (typeof index !== 'number') continue;
      const call = calls.get(index) ?? { id: '', name: '', arguments: '' };
      call.id += string(member(delta, 'id'));
      call.name += string(member(member(delta, 'function'), 'name'));
      call.arguments += string(member(member(delta, 'function'), 'arguments'));
      calls.set(index, call);
    }
  }
  return [...calls.values()].map((call) => ({ ...call, target: targetOf(call.name, call.arguments) }));
}
