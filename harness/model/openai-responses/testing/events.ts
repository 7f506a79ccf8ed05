import type { JsonObject } from '../../../../scenarios/types.ts';
import { string } from '../../../json.ts';

/** An event of a stream of the Responses API. */
export type StreamedEvent = JsonObject & { type: string };

/**
 * Parses a text/event-stream and throws on anything that a lenient parser forgives: other lines than `event` and `data`, a
 * missing blank line at the end, a name that is not the event's type, and numbers that are not 0, 1, 2 and so on.
 */
export function parseEvents(stream: string): StreamedEvent[] {
  if (!stream.endsWith('\n\n')) throw new Error('Expected the last event to end with a blank line.');
  return stream
    .slice(0, -2)
    .split('\n\n')
    .map((text, index) => {
      const [, name, data] = /^event: (\S+)\ndata: (\{[^\n]*\})$/.exec(text) ?? [];
      const event = JSON.parse(data ?? 'null') as StreamedEvent | null;
      if (event === null || event.type !== name || event['sequence_number'] !== index) {
        throw new Error(`Expected event ${index} with its name and number, got ${text}`);
      }
      return event;
    });
}

/** The text that the deltas of a type make. */
export function joined(events: StreamedEvent[], type: string): string {
  return events.map((event) => (event.type === type ? string(event['delta']) : '')).join('');
}
