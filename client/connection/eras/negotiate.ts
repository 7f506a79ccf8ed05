import type { ServerEntry } from '../../types.ts';
import type { Link } from '../ask.ts';
import { ConnectionError } from '../errors.ts';
import type { Limit } from '../limits.ts';
import { nextTurn } from '../turn.ts';
import type { Session } from './era.ts';
import { looksStateless } from './fallback.ts';
import { initialize } from './handshake/initialize.ts';
import { OFFERED_REVISION } from './handshake/revisions.ts';
import { discover } from './stateless/discover.ts';
import { STATELESS_REVISION } from './stateless/revision.ts';

/** A session, or why there is none. */
type Attempt = { session: Session } | { error: ConnectionError };

/**
 * Opens a session in the era that both sides speak. `auto` tries the handshake first and discovers only after a refusal
 * that looks stateless; `stateless` discovers first and tries the handshake once after any error but a time-out;
 * `legacy` only knows the handshake. All attempts use the same channel. Throws ConnectionError.
 */
export async function negotiate(protocol: ServerEntry['protocol'], link: Link, limit: Limit): Promise<Session> {
  const first = await attempt(() => (protocol === 'stateless' ? discover(link, limit) : initialize(link, limit)));
  if ('session' in first) return first.session;
  if (protocol === 'legacy' || !mayTryTheOther(protocol, first.error)) throw first.error;

  const second = await attempt(() => (protocol === 'stateless' ? initialize(link, limit) : discover(link, limit)));
  if ('session' in second) return second.session;
  if (!namedStateless(first.error) || second.error.code === 'timeout') throw both(first.error, second.error);

  // A server that names the stateless revision in its answer to `initialize`, and then cannot discover, is taken at the
  // revision that was offered (the original client's rule).
  const third = await attempt(() => initialize(link, limit, OFFERED_REVISION));
  if ('session' in third) return third.session;
  throw both(second.error, third.error);
}

async function attempt(open: () => Promise<Session>): Promise<Attempt> {
  try {
    return { session: await open() };
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    // After a failure the engine resets itself in microtasks; they must be over before the next attempt.
    await nextTurn();
    return { error };
  }
}

function mayTryTheOther(protocol: 'auto' | 'stateless', error: ConnectionError): boolean {
  return protocol === 'stateless' ? error.code !== 'timeout' : looksStateless(error);
}

function namedStateless({ code, rpcData }: ConnectionError): boolean {
  return code === 'era_mismatch' && rpcData === STATELESS_REVISION;
}

function both(first: ConnectionError, second: ConnectionError): ConnectionError {
  return new ConnectionError(second.code, `${first.message}. Then: ${second.message}`, {
    cause: second,
    rpcData: second.rpcData,
    ...(second.rpcCode !== undefined && { rpcCode: second.rpcCode }),
    ...(second.rpcMessage !== undefined && { rpcMessage: second.rpcMessage }),
    ...(second.httpStatus !== undefined && { httpStatus: second.httpStatus }),
    ...(second.retryAfter !== undefined && { retryAfter: second.retryAfter }),
    ...(second.method !== undefined && { method: second.method }),
  });
}
