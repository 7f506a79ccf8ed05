import type { Era as EraName, JsonObject, ServerMode } from '../scenarios/types.ts';
import type { Era, Headers } from './eras/era.ts';
import { handshake } from './eras/handshake/era.ts';
import { declaresRevision, STATELESS_REVISION } from './eras/stateless/envelope.ts';
import { stateless } from './eras/stateless/era.ts';
import type { Frame } from './frame.ts';

export const eras: Record<EraName, Era> = { handshake, stateless };

/**
 * The era that a frame belongs to. A server of one era takes every frame as its own and refuses what it does not know.
 * A server of both serves them side by side at any time, frame by frame: `initialize` opens the handshake era, metadata
 * in the request is the mark of the stateless one (2026-07-28 Versioning, "Backward Compatibility").
 */
export function eraOf(frame: Frame | undefined, server: ServerMode, headers: Headers = {}): EraName {
  if (server !== 'both') return server;
  if (frame?.kind === 'request' && frame.request.method === 'initialize') return 'handshake';
  // The headers decide for what has no body, and for a body that lost its metadata.
  if (headers['mcp-protocol-version'] === STATELESS_REVISION || headers['mcp-method'] !== undefined) return 'stateless';
  const { method, params } = contentOf(frame);
  return method === 'server/discover' || declaresRevision(params) ? 'stateless' : 'handshake';
}

function contentOf(frame: Frame | undefined): { method?: string; params: JsonObject } {
  if (frame?.kind === 'request') return frame.request;
  if (frame?.kind === 'notification') return frame;
  return { params: {} };
}
