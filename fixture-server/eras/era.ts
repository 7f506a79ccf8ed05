import type { Writable } from 'node:stream';
import type { Era as EraName, ServingPlan } from '../../scenarios/types.ts';
import type { answerFrame } from '../answer.ts';
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

/** A stream of events that a client has open. */
export interface OpenStream {
  send(frame: string): void;
  /** Writes down a frame, for who writes its bytes to `out` otherwise. */
  note(frame: Buffer): void;
  out: Writable;
  /** Ends it as a server does that has no more to say. */
  end(): void;
  /** Breaks the connection. */
  drop(): void;
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
  /** `answer` answers what the transport lets through. */
  post(frame: Frame, headers: Headers, plan: ServingPlan, sessions: Sessions, answer?: typeof answerFrame): HttpReply;
  get(headers: Headers, plan: ServingPlan, sessions: Sessions): HttpReply;
  delete(headers: Headers, plan: ServingPlan, sessions: Sessions): HttpReply;
}
