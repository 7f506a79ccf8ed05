import type { IncomingMessage } from 'node:http';

/** The largest request body that is read (4 MiB). */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Reads a body to its end and keeps as much of it as is allowed. The rest is read all the same: an answer that comes
 * before the client has sent everything is lost with the connection. Rejects when the client breaks off.
 */
export async function readBody(request: IncomingMessage): Promise<{ bytes: Buffer; whole: boolean }> {
  const chunks: Buffer[] = [];
  let kept = 0;
  let whole = true;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    const part = chunk.subarray(0, MAX_BODY_BYTES - kept);
    whole &&= part.length === chunk.length;
    kept += part.length;
    if (part.length > 0) chunks.push(part);
  }
  return { bytes: Buffer.concat(chunks), whole };
}
