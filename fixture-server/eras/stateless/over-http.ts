import type { JsonObject, ServingPlan } from '../../../scenarios/types.ts';
import { answerFrame } from '../../answer.ts';
import { isObject } from '../../frame.ts';
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
  post(frame, headers, plan, _sessions, answer = answerFrame) {
    if (frame.kind === 'response') {
      // "Sending Messages": this era's server asks nothing, so a response has no place on the wire.
      const error = { code: INVALID_REQUEST, message: 'Expected a request or a notification, got a response' };
      return errorReply(undefined, error, 400);
    }
    const mismatch = frame.kind === 'request' ? problemOfHeaders(frame.request, headers, plan) : undefined;
    if (frame.kind === 'request' && mismatch !== undefined) return errorReply(frame.request.id, mismatch, 400);
    return answer(frame, stateless, plan, { revision: undefined }) ?? { status: 202 };
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
function problemOfHeaders({ method, params }: RpcRequest, headers: Headers, plan: ServingPlan): RpcError | undefined {
  const revision = declaredRevision(params);
  if (method === 'initialize' || revision === undefined) return undefined;
  const version = problemOfHeader('mcp-protocol-version', headers, revision);
  if (version !== undefined || revision !== STATELESS_REVISION) return version;
  const param = NAME_PARAMS.get(method);
  const name = param === undefined ? undefined : params[param];
  return (
    problemOfHeader('mcp-method', headers, method) ??
    (typeof name === 'string' ? problemOfHeader('mcp-name', headers, name, decoded) : undefined) ??
    (method === 'tools/call' ? problemOfParams(params, headers, plan) : undefined)
  );
}

/** Arguments that the tool's schema marks with `x-mcp-header` stand in a header too. */
function problemOfParams({ name, arguments: given }: JsonObject, headers: Headers, plan: ServingPlan) {
  const tool = plan.pages.flat().find(({ definition }) => definition.name === name);
  const { properties } = tool?.definition.inputSchema ?? {};
  for (const [property, schema] of isObject(properties) ? Object.entries(properties) : []) {
    const marked = isObject(schema) ? schema['x-mcp-header'] : undefined;
    const value = isObject(given) ? given[property] : undefined;
    // The revision has headers for values of these types only.
    if (typeof marked !== 'string' || !['string', 'number', 'boolean'].includes(typeof value)) continue;
    const problem = problemOfHeader(
      `mcp-param-${marked.toLowerCase()}`,
      headers,
      `${value as string | number | boolean}`,
      decoded,
    );
    if (problem !== undefined) return problem;
  }
  return undefined;
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
