import type { JsonObject } from '../../../scenarios/types.ts';
import type { ModelRequest, Reply, Written } from '../dialect.ts';
import { eventOf } from '../sse.ts';
import { eventStream, split } from '../written.ts';
import { FINAL_USAGE, messageOf, stopReason, toolUse } from './write.ts';

/** An event's data; its `type` is its name too. */
type Event = JsonObject & { type: string };

/**
 * A streamed answer: the message without its content, each block piece by piece, the reason of the end with what it
 * cost, and the end. Arguments come in several pieces, so that a client that does not join them shows itself.
 */
export function writeStream(reply: Reply, { model }: ModelRequest, id: string): Written {
  const events: Event[] = [
    { type: 'message_start', message: messageOf(id, model, [], null) },
    // The API sends pings where it likes, and clients have to pass them over.
    { type: 'ping' },
    ...blocksOf(reply),
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason(reply), stop_sequence: null, stop_details: null, container: null },
      usage: FINAL_USAGE,
    },
    { type: 'message_stop' },
  ];
  return eventStream(events.map((event) => `event: ${event.type}\n${eventOf(JSON.stringify(event))}`));
}

function blocksOf(reply: Reply): Event[] {
  if (reply.kind === 'text') {
    const deltas = split(reply.text).map((text) => ({ type: 'text_delta', text }));
    return blockEvents(0, { type: 'text', text: '' }, deltas);
  }
  return reply.calls.flatMap(({ id, name, arguments: text }, index) => {
    // The API's first piece is empty.
    const deltas = ['', ...split(text)].map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
    return blockEvents(index, toolUse(id, name, {}), deltas);
  });
}

function blockEvents(index: number, block: JsonObject, deltas: JsonObject[]): Event[] {
  return [
    { type: 'content_block_start', index, content_block: block },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}
