import { ConnectionError, type ConnectionErrorCode } from '../connection/errors.ts';

/** Another attempt gives the same, until a person has changed something. */
const PERMANENT: ReadonlySet<ConnectionErrorCode> = new Set([
  'invalid_entry',
  'disabled',
  'blocked',
  'not_mcp',
  'era_mismatch',
]);
/** Of the entry itself: what it names is no MCP server, so there is nothing to come back to. */
const FOR_GOOD: ReadonlySet<ConnectionErrorCode> = new Set(['invalid_entry', 'not_mcp']);
/** The machine was short of something; all other reasons why a process does not start stay. */
const SHORTAGE = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']);
const ENDS: ReadonlySet<ConnectionErrorCode> = new Set(['closed', 'unreachable', 'session_expired']);
/** Words of servers and gateways for a session that they no longer know (the original client's list). */
const EXPIRED = [
  'invalid or expired session',
  'expired session',
  'session expired',
  'session not found',
  'unknown session',
  'session terminated',
  'transport is closed',
  'connection closed',
  'broken pipe',
];
/** HTTP statuses with which `Retry-After` says when there will be room again. */
const OVERLOADED: ReadonlySet<number | undefined> = new Set([429, 503]);
const NO_METHOD = ['method not found', 'unknown method', 'method not supported'];

/** Whether a server wants other credentials. */
export function isAuthError(error: unknown): boolean {
  return is(error, 'unauthorized');
}

/** Whether a request was refused before anything was done, for want of credentials that may be had anew. */
export function isRefused(error: unknown): boolean {
  return is(error, 'unauthorized') && error.httpStatus === 401;
}

/** Whether a failed attempt to connect needs no other: it parks the server at once. */
export function isPermanent(error: unknown): boolean {
  if (!(error instanceof ConnectionError)) return false;
  if (error.code === 'spawn_failed') return !SHORTAGE.has(codeOf(error.cause));
  return PERMANENT.has(error.code) || isAuthError(error);
}

/** How long a server wants to be left alone that has too much to do, in milliseconds. */
export function askedPause(error: unknown): number {
  if (!(error instanceof ConnectionError) || !OVERLOADED.has(error.httpStatus)) return 0;
  return (error.retryAfter ?? 0) * 1000;
}

/** Whether there is nothing to come back to: the server is not even parked. */
export function endsForGood(error: unknown): boolean {
  return error instanceof ConnectionError && FOR_GOOD.has(error.code);
}

/** Whether a request provably never reached the server. */
export function neverArrived(error: unknown): boolean {
  return error instanceof ConnectionError && error.delivery === 'none';
}

/**
 * Whether a request failed because its connection or session is over, so that the next needs a new one. What the server
 * did with the request is then not known, unless `neverArrived` or `isRefused`.
 */
export function endsSession(error: unknown): boolean {
  if (!(error instanceof ConnectionError)) return false;
  if (ENDS.has(error.code) || isRefused(error)) return true;
  const said = saidBy(error).toLowerCase();
  return EXPIRED.some((words) => said.includes(words));
}

/** What the server said, of what stands in an error. */
function saidBy({ code, rpcMessage, message }: ConnectionError): string {
  if (code === 'rejected') return rpcMessage ?? '';
  return code === 'http_status' ? message : '';
}

/** Whether a server does not know the method that it was asked for. */
export function lacksMethod(error: unknown): boolean {
  if (is(error, 'http_status')) return error.httpStatus === 404 || error.httpStatus === 405;
  if (!is(error, 'rejected')) return false;
  const said = (error.rpcMessage ?? '').toLowerCase();
  return error.rpcCode === -32601 || NO_METHOD.some((words) => said.includes(words));
}

function is(error: unknown, code: ConnectionErrorCode): error is ConnectionError {
  return error instanceof ConnectionError && error.code === code;
}

/** The system's code of the error below, where it has one. */
function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return '';
  const { code, cause: deeper } = cause as { code?: unknown; cause?: unknown };
  return typeof code === 'string' ? code : codeOf(deeper);
}
