/**
 * Parses a text/event-stream and throws on anything that a lenient parser forgives: lines other than `data: …`, several
 * data lines in an event, a missing blank line at the end, anything after `[DONE]`, events that are no JSON objects.
 */
export function parseStrictly(stream: string): Record<string, unknown>[] {
  if (!stream.endsWith('\n\n')) throw new Error('Expected the last event to end with a blank line.');
  const events = stream.slice(0, -2).split('\n\n');
  if (events.pop() !== 'data: [DONE]') throw new Error('Expected the stream to end with [DONE].');
  return events.map((event) => {
    if (!/^data: \{.*\}$/s.test(event)) throw new Error(`Expected one line "data: {…}", got ${JSON.stringify(event)}.`);
    return JSON.parse(event.slice('data: '.length)) as Record<string, unknown>;
  });
}
