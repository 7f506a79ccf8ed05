import type { JsonObject } from '../../../types.ts';
import { ask, type Link } from '../../ask.ts';
import { ConnectionError } from '../../errors.ts';
import { isObject } from '../../frame.ts';
import type { Limit } from '../../limits.ts';
import { kindOf, oneLine } from '../../text.ts';
import type { Session } from '../era.ts';
import { HANDSHAKE_REVISIONS } from './revisions.ts';
import { handshake } from './rules.ts';

/**
 * Opens a session by `initialize` and `notifications/initialized` (specification, basic/lifecycle). With `pinned` the
 * session keeps that revision whatever the server names. Throws ConnectionError, `era_mismatch` when the server
 * names a revision that is none of the handshake's.
 */
export async function initialize(link: Link, limit: Limit, pinned?: string): Promise<Session> {
  let revision = '';
  const result = await ask(link, {
    method: 'initialize',
    limit,
    standIn(answer) {
      revision = pinned ?? readRevision(answer, link.server);
      // Servers that declare no capabilities at all exist; the engine insists on an object.
      return { capabilities: {}, ...answer, protocolVersion: revision };
    },
    send: (options) => link.client.connect(link.channel.open(), options),
  });
  return { rules: handshake, revision, capabilities: isObject(result.capabilities) ? result.capabilities : undefined };
}

function readRevision({ protocolVersion }: JsonObject, server: string): string {
  const revisions: readonly unknown[] = HANDSHAKE_REVISIONS;
  if (typeof protocolVersion === 'string' && revisions.includes(protocolVersion)) return protocolVersion;
  const got = typeof protocolVersion === 'string' ? `"${oneLine(protocolVersion, 40)}"` : kindOf(protocolVersion);
  const message = `Expected "protocolVersion" of MCP server "${server}" to be one of ${HANDSHAKE_REVISIONS.join(', ')}, got ${got}`;
  throw new ConnectionError('era_mismatch', message, { rpcData: protocolVersion });
}
