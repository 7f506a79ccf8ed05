import type { ServingPlan } from '../../../scenarios/types.ts';
import { answerFrame } from '../../answer.ts';
import type { Frame } from '../../frame.ts';
import { errorReply, INVALID_REQUEST, methodNotFound, quoted, type RpcRequest } from '../../rpc.ts';
import type { EraOverHttp, Headers, HttpReply, Peer } from '../era.ts';
import { handshake, hasHandshakeMethod } from './era.ts';
import { handshakeRevisionsOf } from './revisions.ts';
import type { Session, Sessions } from './sessions.ts';

/** Streamable HTTP with sessions: `initialize` opens one, GET a stream of it, DELETE ends it (2025-11-25 Transports). */
export const handshakeOverHttp: EraOverHttp = {
  post(frame, headers, plan, sessions, answer = answerFrame) {
    const request = frame.kind === 'request' ? frame.request : undefined;
    if (request?.method === 'initialize') return openSession(request, frame, headers, plan, sessions);
    const admitted = admit(headers, plan, sessions);
    if ('session' in admitted) return answer(frame, handshake, plan, admitted.session) ?? { status: 202 };
    return refuse(admitted, frame);
  },

  get(headers, plan, sessions) {
    const admitted = admit(headers, plan, sessions);
    return 'session' in admitted ? { status: 200, stream: admitted.session } : refuse(admitted);
  },

  delete(headers, plan, sessions) {
    const admitted = admit(headers, plan, sessions);
    if (!('session' in admitted)) return refuse(admitted);
    sessions.end(admitted.session);
    return { status: 204 };
  },
};

interface Refusal {
  status: number;
  message: string;
}

/**
 * "Session Management": 400 without a session id, 404 with one that is not known (any more). "Protocol Version Header":
 * 400 with a revision that the server does not speak by handshake; a request without the header is fine.
 */
function admit(headers: Headers, plan: ServingPlan, sessions: Sessions): { session: Session } | Refusal {
  const id = headers['mcp-session-id'];
  if (id === undefined) return { status: 400, message: 'Expected an mcp-session-id header, got none' };
  const session = sessions.find(id);
  if (session === undefined) return { status: 404, message: 'Expected the id of a live session, got another' };
  const revision = headers['mcp-protocol-version'];
  const offered = handshakeRevisionsOf(plan);
  if (revision !== undefined && !offered.includes(revision)) {
    const expected = offered.join(', ');
    return {
      status: 400,
      message: `Expected mcp-protocol-version to be one of ${expected}, got ${quoted(revision)}`,
    };
  }
  return { session };
}

function openSession(
  request: RpcRequest,
  frame: Frame,
  headers: Headers,
  plan: ServingPlan,
  sessions: Sessions,
): HttpReply {
  if (headers['mcp-session-id'] !== undefined) {
    const admitted = admit(headers, plan, sessions);
    const within = { status: 400, message: 'Expected initialize to open a session, got it within one' };
    return refuse('session' in admitted ? within : admitted, frame);
  }
  const peer: Peer = { revision: undefined };
  const reply = handshake.answer(request, plan, peer);
  if (peer.revision === undefined) return reply;
  return { ...reply, headers: { 'mcp-session-id': sessions.open(peer.revision).id } };
}

/**
 * A method that the era does not have stays "method not found" to a request that the transport refuses: a client that
 * tries `server/discover` on a handshake server has no session, gets 400, and reads the reason from the error.
 */
function refuse({ status, message }: Refusal, frame?: Frame): HttpReply {
  const request = frame?.kind === 'request' ? frame.request : undefined;
  if (frame?.kind === 'invalid') return errorReply(frame.id, frame.error, status);
  if (request !== undefined && !hasHandshakeMethod(request.method)) {
    return errorReply(request.id, methodNotFound(request.method), status);
  }
  return errorReply(request?.id, { code: INVALID_REQUEST, message }, status);
}
