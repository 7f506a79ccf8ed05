/**
 * The data of each event in a complete text/event-stream, in order (HTML standard, "Interpreting an event stream").
 * An event that no blank line ends is dropped, as the standard asks.
 */
export function readEventData(stream: string): string[] {
  const events: string[] = [];
  let data: string[] = [];
  for (const line of stream.split(/\r\n|\n|\r/)) {
    if (line === '') {
      if (data.length > 0) events.push(data.join('\n'));
      data = [];
    } else if (line.startsWith('data:')) {
      data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
    }
  }
  return events;
}

/** One event that carries `data`, which must be a single line. */
export function eventOf(data: string): string {
  return `data: ${data}\n\n`;
}
