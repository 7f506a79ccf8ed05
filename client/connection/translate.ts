import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { ConnectionError } from './errors.ts';
import { readFrame } from './frame.ts';
import type { Limit } from './limits.ts';
import { oneLine } from './text.ts';

/** The request that failed, for the message. */
export interface About {
  server: string;
  method: string;
  limit: Limit;
}

/** An error of the engine in this room's terms. */
export function translate(error: unknown, about: About): ConnectionError {
  if (error instanceof ConnectionError) return error;
  if (error instanceof ProtocolError) return rejected(error, about, error);
  if (error instanceof SdkHttpError) return fromStatus(error, about);
  // A message that asks for no answer has a bound of its own over HTTP.
  if (error instanceof Error && error.name === 'TimeoutError') return timedOut(about, error);
  const { server, method } = about;
  const text = oneLine(error instanceof Error ? error.message : String(error));
  const as = (code: ConnectionError['code'], message: string) => new ConnectionError(code, message, { cause: error });
  if (error instanceof RangeError)
    return as('invalid_result', `MCP server "${server}": ${method} failed over values that are nested too deeply`);
  switch (error instanceof SdkError ? error.code : undefined) {
    case SdkErrorCode.RequestTimeout:
      return timedOut(about, error);
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.NotConnected:
      return as('closed', `MCP server "${server}": the connection closed before ${method} was answered`);
    case SdkErrorCode.ClientHttpUnexpectedContent:
      return as(
        'unexpected_content',
        `MCP server "${server}" answered ${method} with neither JSON nor an event stream: ${text}`,
      );
    case SdkErrorCode.InvalidResult:
    case SdkErrorCode.UnsupportedResultType:
      return as(
        'invalid_result',
        `MCP server "${server}" answered ${method} with a result of another form than the protocol's: ${text}`,
      );
    case SdkErrorCode.EraNegotiationFailed:
      return as('era_mismatch', `MCP server "${server}" offers no protocol revision that this client speaks: ${text}`);
    default:
      return as('closed', `MCP server "${server}": ${method} could not be completed: ${text}`);
  }
}

/** The error of a request that nobody answered in time; it names the request, the limit and the key that sets it. */
function timedOut({ server, method, limit }: About, cause?: unknown): ConnectionError {
  const setting = `${limit.key}: ${limit.seconds} in mcp_servers.${server}`;
  return new ConnectionError(
    'timeout',
    `MCP server "${server}" gave no answer to ${method} within ${limit.seconds} s (${setting})`,
    { cause },
  );
}

function rejected(
  error: { code: number; message: string; data?: unknown },
  { server, method }: About,
  cause: unknown,
  httpStatus?: number,
): ConnectionError {
  const said = oneLine(error.message, 2000);
  const message = `MCP server "${server}" answered ${method} with error ${error.code}: ${said}`;
  return new ConnectionError('rejected', message, {
    rpcCode: error.code,
    rpcMessage: said,
    rpcData: error.data,
    cause,
    ...(httpStatus !== undefined && { httpStatus }),
  });
}

function fromStatus(error: SdkHttpError, about: About): ConnectionError {
  const { status } = error;
  const body = typeof error.data.text === 'string' ? error.data.text : '';
  // The body of 401 and 403 is the authorization layer's and says nothing about the protocol.
  const refusal = status === 401 || status === 403 ? undefined : readRefusal(body);
  if (refusal !== undefined) return rejected(refusal, about, error, status);
  const { server, method } = about;
  const said = body === '' ? 'with an empty body' : `and said: ${oneLine(body)}`;
  return new ConnectionError(
    'http_status',
    `MCP server "${server}" refused ${method} with HTTP status ${status} ${said}`,
    {
      httpStatus: status,
      cause: error,
    },
  );
}

/** The JSON-RPC error that a refusing HTTP answer carries, if it does. */
function readRefusal(body: string): { code: number; message: string; data?: unknown } | undefined {
  try {
    const frame = readFrame(JSON.parse(body));
    return frame.kind === 'error' ? frame.error : undefined;
  } catch {
    return undefined;
  }
}
