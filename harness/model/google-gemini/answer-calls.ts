import type { Json, ModelCall } from '../../../scenarios/types.ts';
import { parseJson } from '../../json.ts';
import { readEventData } from '../sse.ts';
import { readCall } from './call.ts';
import { callIds } from './call-ids.ts';
import { each, field, type Placed } from './shape.ts';

/** The calls in a stored answer, JSON or a stream. An answer in another form, an error for example, has none. */
export function readAnswerCalls(response: string): ModelCall[] {
  const whole = parseJson(response);
  const chunks = whole === undefined ? readEventData(response).map(parseJson) : [whole];
  const nextId = callIds();
  return chunks
    .flatMap((chunk) => (chunk === undefined ? [] : partsOf(chunk)))
    .flatMap((part) => readCall(part, nextId)?.call ?? []);
}

function partsOf(answer: Json): Placed[] {
  return each({ value: answer, pointer: '' }, 'candidates').flatMap((candidate) => {
    const content = field(candidate, 'content');
    return content === undefined ? [] : each(content, 'parts');
  });
}
