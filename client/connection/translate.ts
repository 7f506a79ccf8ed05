import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { Dropped } from './dropped.ts';
import { ConnectionError } from './errors.ts';
import type { Limit } from './limits.ts';
import { refused, rejected } from './refusal.ts';
import { oneLine } from './text.ts';

/** The request that failed, for the message. */
export interface About {
  server: string;
  method: string;
  limit: Limit;
  /** What came in its time and was no answer to it. */
  dropped?: Pick<Dropped, 'fault' | 'words'>;
}

/** An error of the engine in this room's terms. */
export function translate(error: unknown, about: About): ConnectionError {
  if (error instanceof ConnectionError) return error;
  if (error instanceof ProtocolError) return rejected(error, about, { cause: error });
  if (error instanceof SdkHttpError) return refused(readStatus(error), about, { cause: error });
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

/** The error of a request that nobody answered in time; it names the request, the limit, its key, and what came instead. */
function timedOut({ server, method, limit, dropped }: About, cause?: unknown): ConnectionError {
  const setting = limit.key === undefined ? '' : ` (${limit.key}: ${limit.seconds} in mcp_servers.${server})`;
  return new ConnectionError(
    'timeout',
    `MCP server "${server}" gave no answer to ${method} within ${limit.seconds} s${setting}${dropped?.words() ?? ''}`,
    { cause, fault: dropped?.fault() },
  );
}

function readStatus({ status, data }: SdkHttpError): { status: number; body: string } {
  return { status: status ?? 0, body: typeof data.text === 'string' ? data.text : '' };
}
