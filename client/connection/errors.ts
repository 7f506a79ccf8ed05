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
  /** HTTP status 401 or 403: the server wants to know who asks, or does not let them. */
  | 'unauthorized'
  /** HTTP status 404 for a request that named a session: the server does not know that session any more. */
  | 'session_expired'
  /** What answers at the address is no MCP server. */
  | 'not_mcp'
  /** A redirect that is not followed. */
  | 'redirect_refused'
  /** The answer over HTTP is neither JSON nor an event stream, or there is none. */
  | 'unexpected_content'
  /** The two sides share no protocol revision. */
  | 'era_mismatch'
  /** What the entry would start is known to be malware. */
  | 'blocked'
  /** The configuration does not want the server any more. */
  | 'disabled'
  /** The caller did not want the answer any more. */
  | 'cancelled';

/** What exactly is wrong with what a server sent for an answer, where the code alone does not say. */
export type FrameFault =
  | 'not_json'
  /** JSON, but no object. */
  | 'not_object'
  /** `jsonrpc` is not "2.0", or absent. */
  | 'not_jsonrpc_2'
  | 'bad_method'
  | 'bad_params'
  /** The id is absent, or neither a string nor an integer. */
  | 'bad_id'
  /** The answer is to a request that nobody waits for. */
  | 'wrong_id'
  /** Neither `result` nor `error`. */
  | 'no_result'
  | 'result_and_error'
  | 'result_not_object'
  | 'error_not_object'
  /** The code of the error is absent, or no integer. */
  | 'bad_error_code'
  /** The message of the error is absent, or no string. */
  | 'bad_error_message'
  /** HTTP: the body, or the stream, ended without an answer. */
  | 'no_answer';

interface Details {
  fault?: FrameFault | undefined;
  rpcCode?: number;
  rpcMessage?: string;
  rpcData?: unknown;
  httpStatus?: number;
  retryAfter?: number;
  method?: string;
  size?: MessageSize;
  delivery?: Delivery;
  cause?: unknown;
}

/** What is known of a request whose connection broke: it never reached the server, or it may have. */
export type Delivery = 'none' | 'unknown';

/** How large a message over the limit is, in bytes: as it was declared, as a whole, or as far as it was read. */
export interface MessageSize {
  bytes: number;
  measured: 'declared' | 'whole' | 'partial';
}

/** The one error that leaves this room. The message is for people and for the model; it never holds a secret. */
export class ConnectionError extends Error {
  readonly code: ConnectionErrorCode;
  /** With `malformed_frame`, and where an answer did not come but something else did in its time. */
  readonly fault: FrameFault | undefined;
  /** The code of the server's JSON-RPC error, with `code` `rejected`. */
  readonly rpcCode: number | undefined;
  /** The message of the server's JSON-RPC error on one line, cut. */
  readonly rpcMessage: string | undefined;
  /** The data of the server's JSON-RPC error. Hostile, like everything that a server sends. */
  readonly rpcData: unknown;
  /** The HTTP status of the refusal, where there was one. */
  readonly httpStatus: number | undefined;
  /** How long the refusing server wants to be left alone, in seconds (`Retry-After`). */
  readonly retryAfter: number | undefined;
  /** The message that HTTP refused: `initialize`, `tools/call`, … */
  readonly method: string | undefined;
  /** With `code` `too_large`, where it is known. */
  readonly size: MessageSize | undefined;
  /** Set when the connection broke before there was an answer. */
  readonly delivery: Delivery | undefined;

  constructor(code: ConnectionErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ConnectionError';
    this.code = code;
    this.fault = details.fault;
    this.rpcCode = details.rpcCode;
    this.rpcMessage = details.rpcMessage;
    this.rpcData = details.rpcData;
    this.httpStatus = details.httpStatus;
    this.retryAfter = details.retryAfter;
    this.method = details.method;
    this.size = details.size;
    this.delivery = details.delivery;
  }
}
