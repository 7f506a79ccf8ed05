import type { JsonObject } from '../../../../scenarios/types.ts';

/**
 * Parses a text/event-stream of the Messages API and throws on anything that a lenient parser forgives: lines other than
 * `event: …` and one `data: {…}`, a name that is not the data's type, a missing blank line at the end.
 */
export function parseEvents(stream: string): (JsonObject & { type: string })[] {
  if (!stream.endsWith('\n\n')) throw new Error('Expected the last event to end with a blank line.');
  return stream
    .slice(0, -2)
    .split('\n\n')
    .map((event) => {
      const [, name, data] = /^event: (\w+)\ndata: (\{[^\n\r]*\})$/.exec(event) ?? [];
      const value = JSON.parse(data ?? 'null') as (JsonObject & { type: string }) | null;
      if (value === null || value.type !== name) throw new Error(`Expected an event, got ${JSON.stringify(event)}.`);
      return value;
    });
}
