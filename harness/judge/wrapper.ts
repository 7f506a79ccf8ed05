import { createHash } from 'node:crypto';
import type { Wrapper } from '../../data/types/record.ts';
import type { Envelope } from './types.ts';

const SHOWN = 60;

/** What a client puts around every result, short enough for a record; null where it puts nothing. */
export function wrapperOf({ result: { prefix, suffix } = { prefix: '', suffix: '' } }: Envelope): Wrapper {
  const characters = prefix.length + suffix.length;
  if (characters === 0) return null;
  const digest = createHash('sha256').update(`${prefix}\u0000${suffix}`).digest('hex');
  return { characters, digest: `sha256:${digest}`, start: (prefix === '' ? suffix : prefix).slice(0, SHOWN) };
}
