import type { JsonObject, ServingPlan } from '../../../scenarios/types.ts';
import { errorReply, methodNotFound, type Reply, type RpcRequest, resultReply } from '../../rpc.ts';
import { answerCall, pageAt } from '../../tools.ts';
import type { Era } from '../era.ts';
import { malformed, problemOfEnvelope, STATELESS_REVISION, unsupportedVersion } from './envelope.ts';
import { stamp } from './stamp.ts';

type Method = (request: RpcRequest, plan: ServingPlan) => Reply;

const METHODS = new Map<string, Method>([
  ['server/discover', discover],
  ['tools/list', listTools],
  ['tools/call', callTool],
]);

/** Nothing may be kept unless the plan lets it: a client that asks twice is to be seen on the wire twice. */
function freshness({ ttlMs = 0 }: ServingPlan): JsonObject {
  return { ttlMs, cacheScope: 'public' };
}

/** Codes of the specification that HTTP has to answer with 400, a declared error's too (2026-07-28 Overview). */
const BAD_REQUEST_CODES = new Set([-32020, -32021, -32022]);

/** Revision 2026-07-28: every request names its version and capabilities, nothing is remembered between two. */
export const stateless: Era = {
  id: 'stateless',
  answer(request, plan) {
    if (request.method === 'initialize') return refuseInitialize(request);
    const problem = problemOfEnvelope(request.params);
    if (problem !== undefined) return errorReply(request.id, problem, 400);
    const method = METHODS.get(request.method);
    // 2026-07-28 Streamable HTTP, "Protocol Version Header": 404 goes with a method that the server does not have.
    if (method === undefined) return errorReply(request.id, methodNotFound(request.method), 404);
    return method(request, plan);
  },
  takesBatch: () => false,
};

/** 2026-07-28 Versioning: a handshake client cannot fall forward, this error is all that it can show its user. */
function refuseInitialize({ id, params }: RpcRequest): Reply {
  const { protocolVersion } = params;
  const error =
    typeof protocolVersion === 'string'
      ? unsupportedVersion(protocolVersion)
      : malformed('protocolVersion', 'a string');
  return errorReply(id, error, 400);
}

function discover({ id }: RpcRequest, plan: ServingPlan): Reply {
  return complete(id, plan, {
    supportedVersions: [STATELESS_REVISION],
    capabilities: plan.capabilities ?? { tools: {} },
    ...freshness(plan),
  });
}

function listTools({ id, params }: RpcRequest, plan: ServingPlan): Reply {
  const found = pageAt(plan, params['cursor']);
  if ('error' in found) return errorReply(id, found.error);
  const { tools, ...rest } = found.page;
  return complete(id, plan, { tools: tools.map(definition), ...rest, ...freshness(plan) });
}

/** `execution` left with the tasks of 2025-11-25 (`Tool` of the schema). */
function definition(tool: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(tool).filter(([member]) => member !== 'execution'));
}

/** An answer to input requests (`inputResponses`, `requestState`) is a call like any other: the plan has the answer. */
function callTool(request: RpcRequest, plan: ServingPlan): Reply {
  return answerCall(request, plan, {
    stamp: (result) => stamp(result, plan.serverInfo),
    statusOf: ({ code }) => (BAD_REQUEST_CODES.has(code) ? 400 : 200),
  });
}

function complete(id: RpcRequest['id'], plan: ServingPlan, result: JsonObject): Reply {
  return resultReply(id, stamp(result, plan.serverInfo));
}
