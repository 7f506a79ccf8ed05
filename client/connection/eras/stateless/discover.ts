import { ask, type Link } from '../../ask.ts';
import { ConnectionError } from '../../errors.ts';
import { isObject } from '../../frame.ts';
import type { Limit } from '../../limits.ts';
import { oneLine } from '../../text.ts';
import type { Session } from '../era.ts';
import { STATELESS_REVISION } from './revision.ts';
import { stateless } from './rules.ts';

/** No server needs longer to say who it is (the original client's bound), unless `connect_timeout` is shorter still. */
const DISCOVER_SECONDS = 10;
const UNSUPPORTED_PROTOCOL_VERSION = -32022;

/**
 * Opens a session by `server/discover` (specification 2026-07-28, versioning), on the same process as any attempt
 * before. A refusal that names this very revision as supported is answered by asking once more. Throws ConnectionError.
 */
export async function discover(link: Link, limit: Limit): Promise<Session> {
  // The engine is told that the server is stateless, so that it wraps its requests in the envelope of this era;
  // whether that is so is what the first request then finds out.
  const assumed = { supportedVersions: [STATELESS_REVISION], capabilities: {} };
  await link.client.connect(link.channel.open(), { prior: { kind: 'modern', discover: assumed } });
  const bound: Limit = limit.seconds <= DISCOVER_SECONDS ? limit : { ...limit, seconds: DISCOVER_SECONDS };
  try {
    return await askOnce(link, bound);
  } catch (error) {
    if (!namesThisRevision(error)) throw error;
    return await askOnce(link, bound);
  }
}

async function askOnce(link: Link, limit: Limit): Promise<Session> {
  const result = await ask(link, {
    method: 'server/discover',
    limit,
    standIn(answer) {
      const { supportedVersions } = answer;
      if (Array.isArray(supportedVersions) && !supportedVersions.includes(STATELESS_REVISION)) {
        const named = supportedVersions.filter((version) => typeof version === 'string');
        const got = oneLine(named.join(', ') || 'none', 120);
        throw new ConnectionError(
          'era_mismatch',
          `Expected MCP server "${link.server}" to support ${STATELESS_REVISION}, got ${got}`,
        );
      }
      return { capabilities: {}, ...answer };
    },
    send: (options) => link.client.request({ method: 'server/discover' }, options),
  });
  return {
    rules: stateless,
    revision: STATELESS_REVISION,
    capabilities: isObject(result.capabilities) ? result.capabilities : undefined,
  };
}

function namesThisRevision(error: unknown): boolean {
  if (!(error instanceof ConnectionError) || error.rpcCode !== UNSUPPORTED_PROTOCOL_VERSION || !isObject(error.rpcData))
    return false;
  const { supported } = error.rpcData;
  return Array.isArray(supported) && supported.includes(STATELESS_REVISION);
}
