import type { ServingPlan } from '../../../scenarios/types.ts';
import {
  errorReply,
  INVALID_PARAMS,
  INVALID_REQUEST,
  methodNotFound,
  type Reply,
  type RpcRequest,
  resultReply,
} from '../../rpc.ts';
import { answerCall, pageAt } from '../../tools.ts';
import type { Era, Peer } from '../era.ts';
import { definitionAt, handshakeRevisionsOf, serverInfoAt } from './revisions.ts';

type Method = (request: RpcRequest, plan: ServingPlan, peer: Peer) => Reply;

/** The one revision in which a frame may be an array of messages. */
const REVISION_WITH_BATCHES = '2025-03-26';

const METHODS = new Map<string, Method>([
  ['initialize', initialize],
  ['ping', ({ id }) => resultReply(id, {})],
  ['tools/list', afterInitialize(listTools)],
  ['tools/call', afterInitialize(callTool)],
]);

/** Revisions 2024-11-05 to 2025-11-25: the two sides agree on one by `initialize`, then speak it. */
export const handshake: Era = {
  id: 'handshake',
  answer(request, plan, peer) {
    const method = METHODS.get(request.method);
    return method === undefined ? errorReply(request.id, methodNotFound(request.method)) : method(request, plan, peer);
  },
  takesBatch: (peer) => peer.revision === REVISION_WITH_BATCHES,
};

export function hasHandshakeMethod(method: string): boolean {
  return METHODS.has(method);
}

/** 2025-11-25 Lifecycle, "Version Negotiation": the requested revision, or else the latest that the server has. */
function initialize({ id, params }: RpcRequest, plan: ServingPlan, peer: Peer): Reply {
  const { protocolVersion } = params;
  if (typeof protocolVersion !== 'string') {
    return errorReply(id, { code: INVALID_PARAMS, message: 'Expected "protocolVersion" to be a string' });
  }
  const offered = handshakeRevisionsOf(plan);
  const revision = offered.includes(protocolVersion) ? protocolVersion : (offered.at(-1) ?? protocolVersion);
  peer.revision = revision;
  return resultReply(id, {
    protocolVersion: revision,
    capabilities: plan.capabilities ?? { tools: {} },
    serverInfo: serverInfoAt(plan.serverInfo, revision),
  });
}

/** 2025-11-25 Lifecycle: `initialize` is the first interaction; only pings may come before it. */
function afterInitialize(method: (request: RpcRequest, plan: ServingPlan, revision: string) => Reply): Method {
  return (request, plan, { revision }) => {
    if (revision !== undefined) return method(request, plan, revision);
    const message = `Expected initialize to come first, got ${request.method}`;
    return errorReply(request.id, { code: INVALID_REQUEST, message });
  };
}

function listTools({ id, params }: RpcRequest, plan: ServingPlan, revision: string): Reply {
  const found = pageAt(plan, params['cursor']);
  if ('error' in found) return errorReply(id, found.error);
  const { tools, ...rest } = found.page;
  return resultReply(id, { tools: tools.map((definition) => definitionAt(definition, revision)), ...rest });
}

function callTool(request: RpcRequest, plan: ServingPlan): Reply {
  return answerCall(request, plan, {
    stamp: (result) => result,
    statusOf: () => 200,
  });
}
