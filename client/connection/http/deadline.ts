import type { IncomingMessage } from 'node:http';
import type { HttpClient, HttpRequest } from './client.ts';

/** A signal that ends what takes too long. */
export interface Deadline {
  signal: AbortSignal;
  /** What it was for has come to its end. Unlike with `AbortSignal.timeout`, nothing of it stays until its time is up. */
  met: () => void;
}

/** A deadline so many milliseconds from now. */
export function deadlineIn(milliseconds: number): Deadline {
  const controller = new AbortController();
  const late = () => controller.abort(new DOMException('The time is up', 'TimeoutError'));
  const timer = setTimeout(late, milliseconds).unref();
  return { signal: controller.signal, met: () => clearTimeout(timer) };
}

/** Sends a request that may take so many milliseconds from now, its answer read to the end. Throws what `send` throws. */
export async function sendInTime(
  client: Pick<HttpClient, 'send'>,
  request: HttpRequest,
  milliseconds: number,
): Promise<IncomingMessage> {
  const late = deadlineIn(milliseconds);
  try {
    const answer = await client.send({ ...request, signals: [...(request.signals ?? []), late.signal] });
    return answer.once('close', late.met);
  } catch (error) {
    late.met();
    throw error;
  }
}
