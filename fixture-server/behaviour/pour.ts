import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnswerForm } from '../../scenarios/behaviour.ts';

/**
 * Writes bytes as a form wants them: in drips, and not all of them. Takes no more than the reader reads. Resolves with
 * false when they were cut off, or when nobody was there any more.
 */
export async function pour(
  out: Writable,
  chunks: Iterable<Buffer>,
  { cut = Number.POSITIVE_INFINITY, drip }: AnswerForm,
  gone: AbortSignal,
): Promise<boolean> {
  let left = cut;
  for (const chunk of drip === undefined ? chunks : inDrips(chunks, drip.bytes)) {
    const part = chunk.subarray(0, Math.min(left, chunk.length));
    left -= part.length;
    if (part.length > 0 && !(await write(out, part, gone))) return false;
    if (part.length < chunk.length) return false;
    if (drip !== undefined) await wait(drip.ms, undefined, { signal: gone }).catch(() => undefined);
  }
  return true;
}

function* inDrips(chunks: Iterable<Buffer>, bytes: number): Iterable<Buffer> {
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += bytes) yield chunk.subarray(at, at + bytes);
  }
}

/** Resolves when the bytes are with the system, so that breaking the connection loses none of them. */
async function write(out: Writable, bytes: Buffer, gone: AbortSignal): Promise<boolean> {
  if (out.destroyed || out.writableEnded || gone.aborted) return false;
  return new Promise((resolve) => {
    const stop = (): void => resolve(false);
    gone.addEventListener('abort', stop, { once: true });
    out.write(bytes, (error) => {
      gone.removeEventListener('abort', stop);
      resolve(error === null || error === undefined);
    });
  });
}
