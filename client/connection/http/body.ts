import type { IncomingMessage } from 'node:http';
import { ConnectionError, type MessageSize } from '../errors.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';

const MEASURES = {
  declared: (bytes: string) => `it declared ${bytes} bytes`,
  whole: (bytes: string) => `it was ${bytes} bytes`,
  partial: (bytes: string) => `it had reached ${bytes} bytes when reading stopped`,
};

/** The error for a message that is over the cap; it says how large the message is, and how that is known. */
export function tooLarge(server: string, size: MessageSize): ConnectionError {
  const [limit, bytes] = [MAX_MESSAGE_BYTES, size.bytes].map((count) => count.toLocaleString('en-US'));
  const measure = MEASURES[size.measured](bytes ?? '');
  const message = `MCP server "${server}" sent a message over the limit of ${limit} bytes (${measure}); ask it for less`;
  return new ConnectionError('too_large', message, { size });
}

/** Reads a whole body as UTF-8, as `readBytes` does. */
export async function readBody(server: string, answer: IncomingMessage): Promise<string> {
  return (await readBytes(server, answer)).toString('utf8');
}

/**
 * Reads a whole body. A length over the cap that is declared is refused before anything is read; otherwise
 * reading stops where the cap is passed. Throws ConnectionError `too_large`, or what the socket throws.
 */
export async function readBytes(server: string, answer: IncomingMessage): Promise<Buffer> {
  const declared = Number(answer.headers['content-length'] ?? 0);
  if (declared > MAX_MESSAGE_BYTES) {
    answer.destroy();
    throw tooLarge(server, { bytes: declared, measured: 'declared' });
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Uint8Array>) {
    size += part.length;
    // Leaving the loop destroys the answer and with it the socket.
    if (size > MAX_MESSAGE_BYTES) throw tooLarge(server, measure(answer, size));
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function measure({ complete, readableLength }: IncomingMessage, read: number): MessageSize {
  return complete ? { bytes: read + readableLength, measured: 'whole' } : { bytes: read, measured: 'partial' };
}
