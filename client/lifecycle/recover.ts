import { ConnectionError } from '../connection/errors.ts';
import type { Connection } from '../types.ts';
import { OutcomeUncertainError, ServerDownError } from './errors.ts';
import { endsSession, isRefused, neverArrived } from './faults.ts';
import type { Session } from './session.ts';
import type { Answer } from './types.ts';

/** How long a request waits for a new session when its own broke, in milliseconds (the original client's figure). */
const HEALING_MS = 15_000;

export interface Request {
  send: (connection: Connection) => Promise<unknown>;
  /** It changes nothing on the server, so that it may be sent twice. */
  readOnly: boolean;
  signal?: AbortSignal | undefined;
}

export interface Sessions {
  server: string;
  /** The session to use now. Throws ServerDownError. */
  now(signal: AbortSignal | undefined): Promise<Session>;
  /** The session after `last`, when there is one in time. */
  next(ms: number, last: Session, signal: AbortSignal | undefined): Promise<Session | undefined>;
}

/**
 * Sends a request, and mends what a broken connection did to it. What never reached the server, or was refused for its
 * credentials, is sent once more over a new session; so is what changes nothing there. Anything else that was under way
 * may have been carried out and is never sent again.
 * Throws ConnectionError, OutcomeUncertainError, ServerDownError.
 */
export async function recover(request: Request, sessions: Sessions): Promise<Answer> {
  const first = await sessions.now(request.signal);
  try {
    return await send(request, first);
  } catch (error) {
    const fate = fateOf(error, first, request.readOnly);
    if (fate === 'final') throw error;
    if (fate === 'interrupted' || fate === 'died') throw uncertain(fate, sessions.server, error);
    const second = await sessions.next(HEALING_MS, first, request.signal);
    if (request.signal?.aborted) throw fate === 'lost' ? uncertain(fate, sessions.server, error) : error;
    if (fate === 'lost') throw uncertain(second === undefined ? 'lost' : 'healed', sessions.server, error);
    if (second === undefined) throw fate === 'unsent' ? notBack(sessions.server, first, error) : error;
    return sendAgain(request, second, sessions.server);
  }
}

async function send({ send: work }: Request, session: Session): Promise<Answer> {
  const { connection } = session;
  const result = await session.run('call', () => work(connection));
  session.prove();
  return { result, revision: connection.revision };
}

async function sendAgain(request: Request, session: Session, server: string): Promise<Answer> {
  try {
    return await send(request, session);
  } catch (error) {
    const fate = fateOf(error, session, request.readOnly);
    if (fate === 'unsent' && isStdio(session)) throw diedAgain(server, error);
    if (fate === 'interrupted' || fate === 'died' || fate === 'lost') throw uncertain(fate, server, error);
    throw error;
  }
}

/**
 * What became of a request that failed. `unsent`: it never reached the server; `refused`: for its credentials; `repeatable`:
 * its answer is lost and it changes nothing; `lost`: its answer is lost; `died`: a stdio server ended under it;
 * `interrupted`: this client gave its connection up; `final`: none of these, the error stands.
 */
type Fate = 'unsent' | 'refused' | 'repeatable' | 'lost' | 'died' | 'interrupted' | 'final';

function fateOf(error: unknown, session: Session, readOnly: boolean): Fate {
  const kind = session.ending()?.kind;
  if (!endsSession(error) || kind === undefined) return 'final';
  if (kind === 'closing') return neverArrived(error) ? 'final' : 'interrupted';
  if (neverArrived(error)) return 'unsent';
  if (isRefused(error)) return 'refused';
  if (kind === 'asked' || kind === 'recycled') return 'interrupted';
  // A process may also just say that a session of its own, with somebody else, is over.
  if (isStdio(session) && error instanceof ConnectionError && error.code === 'closed') return 'died';
  return readOnly ? 'repeatable' : 'lost';
}

function isStdio({ entry }: Session): boolean {
  return entry.transport.kind === 'stdio';
}

const CHECK_FIRST =
  'It may have been carried out or not, and was not sent again. Look at the state of things first, with a tool that only ' +
  'reads, and repeat the call only if it had no effect.';

function uncertain(
  why: 'interrupted' | 'died' | 'lost' | 'healed',
  server: string,
  cause: unknown,
): OutcomeUncertainError {
  const what = {
    interrupted: `This client gave up its connection to MCP server '${server}' while the call was under way.`,
    died: `The process of MCP server '${server}' ended while the call was under way.`,
    lost: `The session with MCP server '${server}' was lost while the call was under way, and there is no new one yet.`,
    healed: `The session with MCP server '${server}' was lost while the call was under way; there is a new one now.`,
  }[why];
  return new OutcomeUncertainError(server, `${what} ${CHECK_FIRST}`, { cause });
}

function notBack(server: string, session: Session, cause: unknown): ServerDownError {
  const what = isStdio(session) ? `The process of MCP server '${server}' had ended` : `MCP server '${server}' was gone`;
  return new ServerDownError(
    `${what} before the call was sent, and was not back within ${HEALING_MS / 1000} s. The call never reached it. ` +
      'Wait a little before you try again; if that fails too, the server does not start and the user has to look at it.',
    { cause },
  );
}

function diedAgain(server: string, cause: unknown): ServerDownError {
  return new ServerDownError(
    `MCP server '${server}' was started again for this call and ended at once. Do not repeat the call: ask the user to look ` +
      "at the server's command and at its stderr log.",
    { cause },
  );
}
