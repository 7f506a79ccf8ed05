import { createHash } from 'node:crypto';

/** What stands in stored bytes for something that is not ours to publish: its length in bytes (UTF-8), and its digest. */
export function omit(what: string | Buffer): string {
  return `{{omitted ${Buffer.byteLength(what)} sha256:${createHash('sha256').update(what).digest('hex')}}}`;
}

/** What stands for something already: what was omitted, or a filler of ours (harness/capture). */
export const STAND_IN = /\{\{(?:omitted|filler) \d{1,9} sha256:[0-9a-f]{64}\}\}/g;

const OMITTED = /^\{\{omitted \d{1,9} sha256:[0-9a-f]{64}\}\}$/;

/** Whether a text is nothing but what was omitted. */
export function isOmitted(text: unknown): boolean {
  return typeof text === 'string' && OMITTED.test(text);
}
