import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** The longest body that is read, before and after its content coding is removed: 64 MiB. */
export const LONGEST_BODY = 64 * 1024 * 1024;

/** A request as it arrived, whole. `refusal` says why its body could not be read. */
export interface Received {
  method: string;
  /** Without the query, which in some APIs carries a key. */
  path: string;
  /**
   * The body with its content coding removed, since a line of model.jsonl does not say which coding there was. Where it
   * could not be removed, the bytes that arrived; nothing of a body that is too long.
   */
  bytes: Buffer;
  refusal?: { status: number; message: string };
}

/** Reads a request to its end. Rejects when the client goes away before that. */
export async function receive(request: IncomingMessage, path: string): Promise<Received> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    // What is too long is still read to its end: a client hears an answer only when it has sent everything.
    if (length <= LONGEST_BODY) chunks.push(chunk);
    else chunks.length = 0;
  }
  const head = { method: request.method ?? '', path };
  if (length > LONGEST_BODY) return { ...head, ...tooLong(length) };
  const coding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  return { ...head, ...decode(Buffer.concat(chunks, length), coding) };
}

function decode(bytes: Buffer, coding: string): Pick<Received, 'bytes' | 'refusal'> {
  const decoder = coding === 'deflate' ? deflate(bytes) : DECODERS.get(coding);
  if (decoder === undefined) {
    const message = `Expected a body in gzip, deflate, br or no content coding, got ${JSON.stringify(coding)}.`;
    return { bytes, refusal: { status: 415, message } };
  }
  try {
    return { bytes: decoder(bytes, { maxOutputLength: LONGEST_BODY }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLong(undefined);
    return {
      bytes,
      refusal: { status: 400, message: `Expected a body in the content coding ${coding}, got other bytes.` },
    };
  }
}

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

const DECODERS = new Map<string, Decoder>([
  ['identity', (bytes) => bytes],
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['br', brotliDecompressSync],
]);

/** HTTP's `deflate` has a zlib header; clients are known to leave it out (RFC 9110, section 8.4.1.2). */
function deflate(bytes: Buffer): Decoder {
  return ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync : inflateRawSync;
}

function tooLong(length: number | undefined): Pick<Received, 'bytes' | 'refusal'> {
  const got = length === undefined ? 'more once it was decoded' : `${length}`;
  const message = `Expected a body of at most ${LONGEST_BODY} bytes, got ${got}.`;
  return { bytes: Buffer.alloc(0), refusal: { status: 413, message } };
}
