import type { IncomingMessage, RequestOptions } from 'node:http';

export interface Post {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds for the whole exchange. */
  timeout: number;
  /** The largest body of an answer that is read, in bytes. */
  maxBytes: number;
  signal: AbortSignal;
}

/** The answer's body is larger than was allowed; reading stopped there. */
export class BodyTooLargeError extends Error {}

/**
 * Sends one POST over node:http or node:https and reads the whole answer. Redirects are not followed: they would carry
 * the Authorization header to a place that the user did not name. Node's built-in fetch would do the same at several
 * times the start-up cost.
 *
 * @throws the socket's error (`code` such as ECONNREFUSED), an AbortError (`signal`), a TimeoutError, BodyTooLargeError
 */
export async function post({
  url,
  headers,
  body,
  timeout,
  maxBytes,
  signal,
}: Post): Promise<{ status: number; body: string }> {
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const expiry = AbortSignal.timeout(timeout);
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': bytes.length },
    // A connection of its own: a kept one may be closed by the server just when the next turn uses it.
    agent: false,
    signal: AbortSignal.any([signal, expiry]),
  };
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(url, options, resolve);
      sent.on('error', reject).end(bytes);
      // After an answer this says nothing new; without one it is all there is (a server that switches protocols).
      sent.once('close', () => reject(new Error('the connection closed without an answer')));
    });
    return { status: response.statusCode ?? 0, body: await readBody(response, maxBytes) };
  } catch (error) {
    throw expiry.aborted && !signal.aborted ? expiry.reason : error;
  }
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      throw new BodyTooLargeError(`the answer is larger than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
