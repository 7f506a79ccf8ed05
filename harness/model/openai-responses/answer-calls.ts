import type { ModelCall } from '../../../scenarios/types.ts';
import { items, member, parseJson } from '../../json.ts';
import { readEventData } from '../sse.ts';
import { readCall } from './items.ts';

/** The calls in a stored answer, JSON or a stream. An answer in another form, an error for example, has none. */
export function readAnswerCalls(response: string): ModelCall[] {
  const whole = parseJson(response);
  if (whole !== undefined) return items(member(whole, 'output')).flatMap(readCall);
  return readEventData(response).flatMap((data) => {
    const event = parseJson(data);
    const item = member(event, 'item');
    return member(event, 'type') === 'response.output_item.done' && item !== undefined ? readCall(item) : [];
  });
}
