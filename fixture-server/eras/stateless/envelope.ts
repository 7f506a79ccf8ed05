import type { JsonObject } from '../../../scenarios/types.ts';
import { isObject } from '../../frame.ts';
import { INVALID_PARAMS, quoted, type RpcError } from '../../rpc.ts';

export const STATELESS_REVISION = '2026-07-28';
const UNSUPPORTED_PROTOCOL_VERSION = -32022;

const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** Whether the params carry the mark of the stateless era, well formed or not. */
export function declaresRevision(params: JsonObject): boolean {
  return isObject(params['_meta']) && PROTOCOL_VERSION in params['_meta'];
}

/** The revision that a request says it is made in. */
export function declaredRevision(params: JsonObject): string | undefined {
  const revision = isObject(params['_meta']) ? params['_meta'][PROTOCOL_VERSION] : undefined;
  return typeof revision === 'string' ? revision : undefined;
}

/**
 * What is wrong with the metadata of a request (2026-07-28 Overview, "Per-request protocol fields"): without the
 * version or the capabilities it is malformed, -32602; in another revision it is unsupported, -32022. `clientInfo` is
 * not required. The version goes first, because another revision may have other fields.
 */
export function problemOfEnvelope(params: JsonObject): RpcError | undefined {
  const revision = declaredRevision(params);
  if (revision === undefined) return malformed(PROTOCOL_VERSION, 'a string');
  if (revision !== STATELESS_REVISION) return unsupportedVersion(revision);
  const capabilities = isObject(params['_meta']) ? params['_meta'][CLIENT_CAPABILITIES] : undefined;
  return isObject(capabilities) ? undefined : malformed(CLIENT_CAPABILITIES, 'an object');
}

export function unsupportedVersion(requested: string): RpcError {
  return {
    code: UNSUPPORTED_PROTOCOL_VERSION,
    message: `Expected protocol version ${STATELESS_REVISION}, got ${quoted(requested)}`,
    data: { supported: [STATELESS_REVISION], requested },
  };
}

/** Names the supported versions, so that a client of the other era can tell its user. */
export function malformed(field: string, expected: string): RpcError {
  return {
    code: INVALID_PARAMS,
    message: `Expected ${JSON.stringify(field)} to be ${expected}`,
    data: { supported: [STATELESS_REVISION] },
  };
}
