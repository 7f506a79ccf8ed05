import type { JsonObject } from '../../../../scenarios/types.ts';
import { member } from '../../../json.ts';

/** The revision of the stateless era. */
export const STATELESS_REVISION = '2026-07-28';

/** The revision that a request of 2026-07-28 or later names in its `_meta`; undefined where it names none. */
export function requestedRevision(message: JsonObject): string | undefined {
  const revision = member(member(message.params, '_meta'), 'io.modelcontextprotocol/protocolVersion');
  return typeof revision === 'string' ? revision : undefined;
}
