/** What went wrong between the client and one MCP server. */
export type ConnectionErrorCode =
  /** The entry of the configuration cannot be used as it is. */
  | 'invalid_entry'
  /** The server's command could not be started. */
  | 'spawn_failed'
  /** Nothing answers at the server's address. */
  | 'unreachable'
  /** The connection has ended: the server exited, or this client closed it. */
  | 'closed'
  /** No answer within the entry's `timeout` or `connect_timeout`. */
  | 'timeout'
  /** The server answered with a JSON-RPC error; `rpcCode` is its code. */
  | 'rejected'
  /** The answer is no JSON-RPC 2.0 response. */
  | 'malformed_frame'
  /** The answer is a response, but its result does not have the form of its method. */
  | 'invalid_result'
  /** One message is larger than 10 MiB. */
  | 'too_large'
  /** HTTP refused the request; `httpStatus` is the status. */
  | 'http_status'
  /** A redirect that is not followed. */
  | 'redirect_refused'
  /** The answer over HTTP is neither JSON nor an event stream, or there is none. */
  | 'unexpected_content'
  /** The two sides share no protocol revision. */
  | 'era_mismatch';

interface Details {
  rpcCode?: number;
  rpcMessage?: string;
  rpcData?: unknown;
  httpStatus?: number;
  cause?: unknown;
}

/** The one error that leaves this room. The message is for people and for the model; it never holds a secret. */
export class ConnectionError extends Error {
  readonly code: ConnectionErrorCode;
  /** The code of the server's JSON-RPC error, with `code` `rejected`. */
  readonly rpcCode: number | undefined;
  /** The message of the server's JSON-RPC error on one line, cut. */
  readonly rpcMessage: string | undefined;
  /** The data of the server's JSON-RPC error. Hostile, like everything that a server sends. */
  readonly rpcData: unknown;
  /** The HTTP status of the refusal, where there was one. */
  readonly httpStatus: number | undefined;

  constructor(code: ConnectionErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ConnectionError';
    this.code = code;
    this.rpcCode = details.rpcCode;
    this.rpcMessage = details.rpcMessage;
    this.rpcData = details.rpcData;
    this.httpStatus = details.httpStatus;
  }
}
