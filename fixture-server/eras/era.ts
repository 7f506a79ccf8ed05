import type { Era as EraName, ServingPlan } from '../../scenarios/types.ts';
import type { Frame } from '../frame.ts';
import type { Reply, RpcRequest } from '../rpc.ts';
import type { Session, Sessions } from './handshake/sessions.ts';

/** What is known of the other side: the revision that `initialize` agreed on. A stateless request needs nothing of it. */
export interface Peer {
  revision: string | undefined;
}

/** A generation of the protocol, whatever carries it. */
export interface Era {
  id: EraName;
  /** Answers one request. `initialize` sets the peer's revision. Never throws. */
  answer(request: RpcRequest, plan: ServingPlan, peer: Peer): Reply;
  /** Whether a JSON array of messages is a frame to this peer. */
  takesBatch(peer: Peer): boolean;
}

/** Request headers by their lower-cased names. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** An answer of the MCP endpoint: a frame, an open stream of a session, or a bare status. */
export interface HttpReply {
  status: number;
  headers?: Record<string, string>;
  frame?: string;
  stream?: Session;
}

/** How an era uses the methods of the MCP endpoint (Streamable HTTP). */
export interface EraOverHttp {
  post(frame: Frame, headers: Headers, plan: ServingPlan, sessions: Sessions): HttpReply;
  get(headers: Headers, sessions: Sessions): HttpReply;
  delete(headers: Headers, sessions: Sessions): HttpReply;
}
