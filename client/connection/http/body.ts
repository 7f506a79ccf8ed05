import type { IncomingMessage } from 'node:http';
import { ConnectionError } from '../errors.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';

/** The error for a message that is over the cap; it says how the size is known. */
export function tooLarge(server: string, measure: string): ConnectionError {
  const message = `MCP server "${server}" sent a message of more than ${MAX_MESSAGE_BYTES} bytes (${measure}); ask it for less`;
  return new ConnectionError('too_large', message);
}

/**
 * Reads a whole body as UTF-8. A length over the cap that is declared is refused before anything is read; otherwise
 * reading stops where the cap is passed. Throws ConnectionError `too_large`, or what the socket throws.
 */
export async function readBody(server: string, answer: IncomingMessage): Promise<string> {
  const declared = Number(answer.headers['content-length'] ?? 0);
  if (declared > MAX_MESSAGE_BYTES) {
    answer.destroy();
    throw tooLarge(server, `it declared ${declared}`);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Uint8Array>) {
    size += part.length;
    // Leaving the loop destroys the answer and with it the socket.
    if (size > MAX_MESSAGE_BYTES) throw tooLarge(server, `${size} when reading stopped`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
