import type { JsonObject } from '../../../../scenarios/types.ts';
import { isObject, member } from '../../../json.ts';

/** The revisions of the handshake era, oldest first. */
export const HANDSHAKE_REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
export const LATEST_HANDSHAKE_REVISION = '2025-11-25';
/** The one revision in which a frame may be an array of messages. */
export const BATCH_REVISION = '2025-03-26';

/** The revision in an answer to `initialize` (specification: lifecycle, version negotiation); undefined in any other. */
export function initializedRevision(message: JsonObject): string | undefined {
  const revision = member(message.result, 'protocolVersion');
  return typeof revision === 'string' && isObject(member(message.result, 'capabilities')) ? revision : undefined;
}
