import type { Connection, HttpTransport } from '../../types.ts';
import { ConnectionError } from '../errors.ts';

/** What is spoken over HTTP: Streamable HTTP, or the two-way transport of revision 2024-11-05. */
export type Flavour = 'streamable' | 'sse';

interface Situation {
  server: string;
  transport: HttpTransport;
  /** What an earlier connection to the same address spoke. Absent: there was none. */
  before: Flavour | undefined;
  signal: AbortSignal | undefined;
}

/** Statuses that say nothing about the transport: who asks is not welcome, or the address is wrong. */
const OTHER_REASONS = new Set([401, 403, 404]);

/**
 * Connects over Streamable HTTP, and over SSE when an `initialize` without any earlier connection is refused in the way
 * of servers that only know SSE. A connection that worked is what later ones are made like. Throws ConnectionError; when
 * both failed, one that tells of both.
 */
export async function connectOverHttp(
  { server, transport, before, signal }: Situation,
  attempt: (flavour: Flavour) => Promise<Connection>,
): Promise<Connection> {
  const flavour = transport.sse ? 'sse' : (before ?? 'streamable');
  try {
    return named(await attempt(flavour), flavour);
  } catch (first) {
    const isFirst = before === undefined && !transport.sse;
    if (!isFirst || signal?.aborted || transport.strictRedirectHeaders || !speaksOfTransport(first)) throw first;
    try {
      return named(await attempt('sse'), 'sse');
    } catch (second) {
      throw second instanceof ConnectionError && !signal?.aborted ? both(server, first, second) : second;
    }
  }
}

/**
 * Whether a failure is an `initialize` that HTTP refused with a status of 400 or more, but 401, 403 or 404, and without
 * a JSON-RPC error, which would show that the server speaks Streamable HTTP.
 */
function speaksOfTransport(error: unknown): error is ConnectionError {
  if (!(error instanceof ConnectionError) || error.code !== 'http_status' || error.method !== 'initialize')
    return false;
  const status = error.httpStatus ?? 0;
  return status >= 400 && status < 600 && !OTHER_REASONS.has(status);
}

function named(connection: Connection, flavour: Flavour): Connection {
  return Object.assign(connection, { flavour });
}

function both(server: string, first: ConnectionError, second: ConnectionError): ConnectionError {
  const message =
    `MCP server "${server}" could be reached neither over Streamable HTTP (${first.message}) nor over SSE (${second.message}); ` +
    'check that "url" is the address of an MCP server';
  const { httpStatus, retryAfter } = first;
  // Behind a refusal of who asks, the other failure is of no interest to those who decide whether to try again.
  return new ConnectionError(second.code === 'unauthorized' ? second.code : first.code, message, {
    cause: second,
    ...(httpStatus !== undefined && { httpStatus }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}
