import type { AnswerForm, HttpAnswer } from '../../scenarios/behaviour.ts';
import type { Era, JsonObject, ServingPlan } from '../../scenarios/types.ts';
import type { HttpReply, Peer } from '../eras/era.ts';
import type { Frame } from '../frame.ts';
import type { RequestId } from '../rpc.ts';
import type { Body } from './body.ts';

/** A message that came. A notification has no id. */
export interface Incoming {
  id?: RequestId;
  method: string;
  params: JsonObject;
  era: Era;
  peer: Peer;
  /** What the transport has against it by now; what it refuses is not executed. */
  refused?: () => HttpReply | undefined;
  /** What the era answers, done now, to these params if there are others; nothing to a notification. */
  answer(plan: ServingPlan, params?: JsonObject): HttpReply | undefined;
}

/** What came of executing a message. */
export interface Executed {
  era: Era;
  serverInfo: ServingPlan['serverInfo'];
  reply: HttpReply | undefined;
}

/** The channel of one message. What is sent to it is written to the tap first. */
export interface Outlet {
  /** Aborted when the client wants no answer any more. */
  gone: AbortSignal;
  /** Whether other messages use it too. */
  shared: boolean;
  /** HTTP+SSE: tells that the message has come, by the answer to its POST. */
  accept?: () => void;
  /** A frame that is not the answer. */
  send(frame: string): Promise<void>;
  /** The answer. `undefined`: there is nothing to say to a notification. */
  answer(body: Body | undefined, form: AnswerForm, reply: HttpReply | undefined): Promise<void>;
  http(answer: HttpAnswer): void;
  suspend(retry: number | undefined): void;
  end(): void;
  drop(): void;
}

/** What a step can do to the server as a whole. */
export interface Host {
  /** Aborted when nobody is to be kept waiting any more. */
  ending: AbortSignal;
  /** A frame to every client of the handshake era, on what it has open for frames that belong to no request. */
  broadcast(frame: string): void;
  streams(how: 'end' | 'drop'): void;
  exit(how: number | NodeJS.Signals): void;
  expire(answer: HttpAnswer): void;
  stderr(text: string): void;
}

/** A frame with other params, if there are others. */
export function framed(frame: Frame, params: JsonObject | undefined): Frame {
  return params === undefined || frame.kind !== 'request' ? frame : { ...frame, request: { ...frame.request, params } };
}
