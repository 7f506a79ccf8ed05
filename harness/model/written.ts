import type { Json } from '../../scenarios/types.ts';
import type { Written } from './dialect.ts';

/** The bytes of an answer in JSON. */
export function json(value: Json): Written {
  return { contentType: 'application/json', body: JSON.stringify(value) };
}

/** The bytes of a stream of server-sent events, already written. */
export function eventStream(events: string[]): Written {
  return { contentType: 'text/event-stream; charset=utf-8', body: events.join('') };
}

const PIECES = 4;

/**
 * A text in up to four pieces, for a stream, so that a client that does not join them shows itself. Pieces are of whole
 * code points: half of a surrogate pair is no valid text.
 */
export function split(text: string): string[] {
  const points = Array.from(text);
  const size = Math.max(1, Math.ceil(points.length / PIECES));
  const pieces: string[] = [];
  for (let start = 0; start < points.length; start += size) pieces.push(points.slice(start, start + size).join(''));
  return pieces;
}
