import type { Json, JsonObject } from '../../../../scenarios/types.ts';
import { isObject, member } from '../../../json.ts';
import { fits, type SchemaName } from '../core.ts';
import type { RpcMessage } from '../jsonrpc.ts';
import { hasUris, isUri } from '../uri.ts';

const REQUESTS: Record<string, SchemaName> = {
  'server/discover': 'DiscoverRequestSchema',
  'resources/list': 'ListResourcesRequestSchema',
  'resources/templates/list': 'ListResourceTemplatesRequestSchema',
  'resources/read': 'ReadResourceRequestSchema',
  'subscriptions/listen': 'SubscriptionsListenRequestSchema',
  'prompts/list': 'ListPromptsRequestSchema',
  'prompts/get': 'GetPromptRequestSchema',
  'tools/list': 'ListToolsRequestSchema',
  'tools/call': 'CallToolRequestSchema',
  'completion/complete': 'CompleteRequestSchema',
};
/** Those whose answer may ask for input, and which are sent again with it. */
const RESUMABLE = new Set(['resources/read', 'prompts/get', 'tools/call']);
const INPUT_RESPONSES: SchemaName[] = [
  'CreateMessageResultWithToolsSchema',
  'ListRootsResultSchema',
  'ElicitResultSchema',
];

const PREFIX = 'io.modelcontextprotocol/';

/** Whether a client's message is valid in 2026-07-28, in which a client answers no requests: it only asks and cancels. */
export function isValidInStateless(message: RpcMessage): boolean {
  switch (message.kind) {
    case 'request':
      return isValidRequest(message.method, message.params, message.message);
    case 'notification':
      return message.method === 'notifications/cancelled' && isValidCancel(message.params, message.message);
    case 'result':
    case 'error':
      return false;
    default:
      return message satisfies never;
  }
}

function isValidRequest(method: string, params: JsonObject | undefined, message: JsonObject): boolean {
  const schema = Object.hasOwn(REQUESTS, method) ? REQUESTS[method] : undefined;
  if (schema === undefined || !fits(schema, message) || !isValidMeta(params?._meta)) return false;
  return (method !== 'resources/read' || isUri(params?.uri)) && (!RESUMABLE.has(method) || isValidResumption(params));
}

/** Core knows the keys of the stateless era as any other key: what 2026-07-28 says about them is said here. */
function isValidMeta(meta: Json | undefined): boolean {
  const clientInfo = member(meta, `${PREFIX}clientInfo`);
  const logLevel = member(meta, `${PREFIX}logLevel`);
  return (
    typeof member(meta, `${PREFIX}protocolVersion`) === 'string' &&
    fits('ClientCapabilitiesSchema', member(meta, `${PREFIX}clientCapabilities`)) &&
    (clientInfo === undefined || (fits('ImplementationSchema', clientInfo) && hasUris(clientInfo))) &&
    (logLevel === undefined || fits('LoggingLevelSchema', logLevel))
  );
}

function isValidResumption(params: JsonObject | undefined): boolean {
  const { inputResponses, requestState } = params ?? {};
  if (requestState !== undefined && typeof requestState !== 'string') return false;
  if (inputResponses === undefined) return true;
  return (
    isObject(inputResponses) &&
    Object.values(inputResponses).every((response) => INPUT_RESPONSES.some((schema) => fits(schema, response)))
  );
}

/** The request that is cancelled must be named since this revision. */
function isValidCancel(params: JsonObject | undefined, message: JsonObject): boolean {
  return params?.requestId !== undefined && fits('CancelledNotificationSchema', message);
}
