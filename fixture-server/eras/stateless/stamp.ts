import type { JsonObject, ServingPlan } from '../../../scenarios/types.ts';
import { isObject } from '../../frame.ts';

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

/**
 * Adds what every result of 2026-07-28 carries: `resultType`, and the server's identity in `_meta`. What the result has
 * of its own stays as it is: another `resultType` (`input_required`, or a wrong one), a `_meta` that is no object, an
 * identity.
 */
export function stamp(result: JsonObject, serverInfo: ServingPlan['serverInfo']): JsonObject {
  const { _meta = {} } = result;
  return {
    ...result,
    ...(!('resultType' in result) && { resultType: 'complete' }),
    ...(isObject(_meta) && {
      _meta: { ..._meta, ...(!(SERVER_INFO in _meta) && { [SERVER_INFO]: { ...serverInfo } }) },
    }),
  };
}
