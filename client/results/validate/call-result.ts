import { InvalidResultError } from '../error.ts';
import type { CallToolResult } from '../types.ts';
import { expectObject } from './expect.ts';
import { handshake } from './handshake.ts';
import { stateless } from './stateless.ts';

/**
 * Takes the raw `result` of a `tools/call` for what the negotiated `revision` defines, as strictly as the schema of that
 * revision does, and gives back the same value. Nothing is repaired: a result without `content` is an error.
 * Format `uri` is asserted; members that a revision does not define may hold anything.
 * Beyond the schema: `structuredContent: null` counts as absent, and 2026-07-28 wants `resultType` "complete".
 *
 * Throws InvalidResultError, whose message names the place and the kind of what stood there, never the value.
 */
export function validateCallResult(raw: unknown, revision: string): CallToolResult {
  const check = handshake.get(revision) ?? stateless.get(revision);
  if (check === undefined) {
    const known = [...handshake.keys(), ...stateless.keys()].join(', ');
    throw new InvalidResultError(
      'invalid',
      `Expected a protocol revision of ${known}, got ${JSON.stringify(revision)}`,
    );
  }
  const result = expectObject(raw, 'result');
  check(result);
  return result as unknown as CallToolResult;
}
