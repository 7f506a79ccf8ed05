import type { Json, JsonObject, WireFrame } from '../../../scenarios/types.ts';
import { isObject, member } from '../../json.ts';
import { messagesOf } from '../wire-call.ts';
import {
  BATCH_REVISION,
  HANDSHAKE_REVISIONS,
  initializedRevision,
  LATEST_HANDSHAKE_REVISION,
} from './handshake/revision.ts';
import { isValidInHandshake } from './handshake/valid.ts';
import { readMessage } from './jsonrpc.ts';
import { requestedRevision, STATELESS_REVISION } from './stateless/revision.ts';
import { isValidInStateless } from './stateless/valid.ts';

/** What the frames so far say about the ones to come, in one server process. */
interface Session {
  revision: string | undefined;
  /** The methods of the server's requests, by id. */
  asked: Map<Json | undefined, string>;
}

/**
 * How many frames of the client are not valid in the revision under which they were sent. A frame that is no JSON, or a
 * batch of messages outside of 2025-03-26, is one. Over HTTP only bodies that were posted to the MCP endpoint count.
 */
export function invalidClientFrames(wire: WireFrame[]): number {
  const sessions = new Map<number, Session>();
  const endpoints = new Set(wire.filter(isRpc).map(({ http }) => pathOf(http)));
  let invalid = 0;
  for (const frame of wire) {
    const session = sessions.get(frame.process) ?? { revision: undefined, asked: new Map() };
    sessions.set(frame.process, session);
    if (frame.dir === 's2c') learn(session, frame);
    else if (isMcp(frame, endpoints) && !isValidFrame(frame, session)) invalid += 1;
  }
  return invalid;
}

/** Whether one message of a client is valid in `revision`; `asked`: what it answers, if it is a result. */
export function isValidMessage(message: JsonObject, revision: string, asked?: string): boolean {
  const read = readMessage(message);
  if (read === undefined) return false;
  return HANDSHAKE_REVISIONS.includes(revision) ? isValidInHandshake(read, revision, asked) : isValidInStateless(read);
}

function isValidFrame({ message }: WireFrame, session: Session): boolean {
  const messages = Array.isArray(message) ? message : [message];
  if (Array.isArray(message) && (message.length === 0 || session.revision !== BATCH_REVISION)) return false;
  return messages.every(
    (one) => isObject(one) && isValidMessage(one, revisionOf(one, session), session.asked.get(one.id)),
  );
}

/** The revision of a client's message: its own, or the session's. An `initialize` is judged by the one it asks for. */
function revisionOf(message: JsonObject, session: Session): string {
  if (message.method === 'initialize') {
    const asked = member(message.params, 'protocolVersion');
    return HANDSHAKE_REVISIONS.find((revision) => revision === asked) ?? LATEST_HANDSHAKE_REVISION;
  }
  if (message.method === 'server/discover' || requestedRevision(message) !== undefined)
    session.revision ??= STATELESS_REVISION;
  return requestedRevision(message) === undefined
    ? (session.revision ?? LATEST_HANDSHAKE_REVISION)
    : STATELESS_REVISION;
}

function learn(session: Session, frame: WireFrame): void {
  for (const message of messagesOf(frame)) {
    const revision = initializedRevision(message);
    if (revision !== undefined)
      session.revision = HANDSHAKE_REVISIONS.includes(revision) ? revision : LATEST_HANDSHAKE_REVISION;
    if (typeof message.method === 'string' && 'id' in message) session.asked.set(message.id, message.method);
  }
}

function isRpc(frame: WireFrame): boolean {
  return frame.dir === 'c2s' && messagesOf(frame).some(({ jsonrpc }) => jsonrpc !== undefined);
}

/** Authorization servers are spoken to on other paths, and a GET or DELETE has no message. */
function isMcp({ http }: WireFrame, endpoints: Set<string | undefined>): boolean {
  if (http === undefined) return true;
  return http.method === 'POST' && (endpoints.size === 0 || endpoints.has(pathOf(http)));
}

function pathOf(http: WireFrame['http']): string | undefined {
  return http?.path?.split('?')[0];
}
