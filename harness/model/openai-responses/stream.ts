import type { JsonObject } from '../../../scenarios/types.ts';
import type { ModelRequest, Reply, Written } from '../dialect.ts';
import { eventOf } from '../sse.ts';
import { eventStream, split } from '../written.ts';
import { ended, headOf, outputOf, textPart } from './write.ts';

type Event = JsonObject & { type: string };

/**
 * A streamed answer: begun, then each item opened, filled piece by piece and closed, at last the whole answer again.
 * Events are named and numbered; the API ends its stream without `[DONE]`.
 */
export function writeStream(reply: Reply, request: ModelRequest, id: string): Written {
  const head = headOf(reply, request, id);
  const output = outputOf(reply, request, id);
  const events: Event[] = [
    { type: 'response.created', response: head },
    { type: 'response.in_progress', response: head },
    ...output.flatMap(eventsOfItem),
    { type: 'response.completed', response: { ...head, ...ended(output) } },
  ];
  const body = events.map(({ type, ...event }, index) => {
    return `event: ${type}\n${eventOf(JSON.stringify({ type, sequence_number: index, ...event }))}`;
  });
  return eventStream(body);
}

function eventsOfItem(item: JsonObject, index: number): Event[] {
  const at = { output_index: index };
  const [empty, between] = filling(item, { item_id: item['id'] as string, ...at });
  return [
    { type: 'response.output_item.added', ...at, item: { ...item, ...empty, status: 'in_progress' } },
    ...between,
    { type: 'response.output_item.done', ...at, item },
  ];
}

/** What an item is without when it is opened, and the events that fill it. */
function filling(item: JsonObject, at: JsonObject): [empty: JsonObject, between: Event[]] {
  if (item['type'] === 'message') {
    const [part] = item['content'] as { text: string }[];
    return [{ content: [] }, eventsOfText(part?.text ?? '', { ...at, content_index: 0 })];
  }
  // A search is small, and comes whole.
  if (item['type'] !== 'function_call') return [{}, []];
  const { name, arguments: text } = item as { name: string; arguments: string };
  const type = 'response.function_call_arguments';
  const pieces = split(text).map((delta) => ({ type: `${type}.delta`, ...at, delta }));
  return [{ arguments: '' }, [...pieces, { type: `${type}.done`, ...at, name, arguments: text }]];
}

function eventsOfText(text: string, at: JsonObject): Event[] {
  return [
    { type: 'response.content_part.added', ...at, part: textPart('') },
    ...split(text).map((delta) => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...at, text, logprobs: [] },
    { type: 'response.content_part.done', ...at, part: textPart(text) },
  ];
}
