import { ConnectionError } from './errors.ts';
import { readFrame } from './frame.ts';
import { oneLine } from './text.ts';

interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

interface About {
  server: string;
  method: string;
}

type Details = Pick<ConstructorParameters<typeof ConnectionError>[2] & object, 'cause' | 'httpStatus' | 'retryAfter'>;

/** The error of a request that the server answered with a JSON-RPC error. */
export function rejected(error: RpcError, { server, method }: About, details: Details = {}): ConnectionError {
  const said = oneLine(error.message, 2000);
  const message = `MCP server "${server}" answered ${method} with error ${error.code}: ${said}`;
  return new ConnectionError('rejected', message, { ...details, method, ...rpcDetails(error) });
}

/** An HTTP answer with a status that refuses. */
export interface Refusal {
  status: number;
  body: string;
  /** The request named a session of the server. */
  inSession?: boolean;
}

/** The error of a request that HTTP refused, by its status and by the JSON-RPC error in its body where there is one. */
export function refused({ status, body, inSession = false }: Refusal, about: About, given: Details): ConnectionError {
  const { server, method } = about;
  const details = { ...given, httpStatus: status, method };
  const said = body === '' ? 'with an empty body' : `and said: ${oneLine(body)}`;
  const message = `MCP server "${server}" refused ${method} with HTTP status ${status} ${said}`;
  // The body of 401 and 403 is the authorization layer's and says nothing about the protocol.
  if (status === 401 || status === 403) return new ConnectionError('unauthorized', message, details);
  const error = readRpcError(body);
  // A server without sessions answers an unknown method with 404 as well, and says so by its code.
  if (status === 404 && inSession && error?.code !== -32601) {
    const gone = `MCP server "${server}" does not know the session of ${method} any more (HTTP status 404)`;
    return new ConnectionError('session_expired', gone, { ...details, ...(error && rpcDetails(error)) });
  }
  if (error !== undefined) return rejected(error, about, details);
  return new ConnectionError('http_status', message, details);
}

function rpcDetails({ code, message, data }: RpcError): { rpcCode: number; rpcMessage: string; rpcData: unknown } {
  return { rpcCode: code, rpcMessage: oneLine(message, 2000), rpcData: data };
}

/** The JSON-RPC error that a refusing HTTP answer carries, if it does. */
function readRpcError(body: string): RpcError | undefined {
  try {
    const frame = readFrame(JSON.parse(body));
    return frame.kind === 'error' ? frame.error : undefined;
  } catch {
    return undefined;
  }
}
