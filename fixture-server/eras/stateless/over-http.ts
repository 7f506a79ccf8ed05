import { answerFrame } from '../../answer.ts';
import { errorReply, INVALID_REQUEST, quoted, type RpcError, type RpcRequest } from '../../rpc.ts';
import type { EraOverHttp, Headers, HttpReply } from '../era.ts';
import { declaredRevision, STATELESS_REVISION } from './envelope.ts';
import { stateless } from './era.ts';

const HEADER_MISMATCH = -32020;

/** Methods whose object of interest stands in `mcp-name`, with the param that holds it. */
const NAME_PARAMS = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

const BASE64_SENTINEL = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** Streamable HTTP without sessions: POST only, and headers that repeat what the body says (2026-07-28). */
export const statelessOverHttp: EraOverHttp = {
  post(frame, headers, plan) {
    if (frame.kind === 'response') {
      // "Sending Messages": this era's server asks nothing, so a response has no place on the wire.
      const error = { code: INVALID_REQUEST, message: 'Expected a request or a notification, got a response' };
      return errorReply(undefined, error, 400);
    }
    const mismatch = frame.kind === 'request' ? problemOfHeaders(frame.request, headers) : undefined;
    if (frame.kind === 'request' && mismatch !== undefined) return errorReply(frame.request.id, mismatch, 400);
    return answerFrame(frame, stateless, plan, { revision: undefined }) ?? { status: 202 };
  },
  get: methodNotAllowed,
  delete: methodNotAllowed,
};

/** "Earlier Streamable HTTP Revisions": there are no streams to open and no sessions to end. */
function methodNotAllowed(): HttpReply {
  return { status: 405, headers: { allow: 'POST' } };
}

/**
 * "Server Validation": a required header is missing, or does not say what the body says. A body that names no version,
 * or one of which this server does not know the headers, is left to the envelope's own check.
 */
function problemOfHeaders({ method, params }: RpcRequest, headers: Headers): RpcError | undefined {
  const revision = declaredRevision(params);
  if (method === 'initialize' || revision === undefined) return undefined;
  const version = problemOfHeader('mcp-protocol-version', headers, revision);
  if (version !== undefined || revision !== STATELESS_REVISION) return version;
  const param = NAME_PARAMS.get(method);
  const name = param === undefined ? undefined : params[param];
  return (
    problemOfHeader('mcp-method', headers, method) ??
    (typeof name === 'string' ? problemOfHeader('mcp-name', headers, name, decoded) : undefined)
  );
}

function problemOfHeader(
  header: string,
  headers: Headers,
  expected: string,
  read: (value: string) => string = (value) => value,
): RpcError | undefined {
  const value = headers[header];
  if (value !== undefined && read(value) === expected) return undefined;
  const got = value === undefined ? 'none' : quoted(value);
  return { code: HEADER_MISMATCH, message: `Expected ${header} to say ${quoted(expected)}, got ${got}` };
}

/** "Value Encoding": what is no plain ASCII travels as `=?base64?…?=`. */
function decoded(value: string): string {
  const encoded = BASE64_SENTINEL.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
}
