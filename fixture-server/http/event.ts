export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  // 2026-07-28 Streamable HTTP, "Receiving Messages": a proxy must not hold events back.
  'x-accel-buffering': 'no',
};

/**
 * One event of a stream. Its data may have lines; each has to say that it is data, and a carriage return ends one too,
 * so that of all bytes it alone arrives as another (a newline).
 */
export function event(frame: string, type = 'message'): string {
  const data = frame.split(/\r\n|[\r\n]/).map((line) => `data: ${line}\n`);
  return `event: ${type}\n${data.join('')}\n`;
}
