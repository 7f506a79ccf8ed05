import type { JsonObject } from '../../../../scenarios/types.ts';
import { member } from '../../../json.ts';
import { fits, type SchemaName } from '../core.ts';
import type { RpcMessage } from '../jsonrpc.ts';
import { hasUris, isUri } from '../uri.ts';
import { HANDSHAKE_REVISIONS } from './revision.ts';

/** A member of the protocol, the first revision that has it, and its schema. */
interface Entry {
  since: string;
  schema: SchemaName;
}

const FIRST = '2024-11-05';
const ELICITATION = '2025-06-18';
const TASKS = '2025-11-25';

const REQUESTS: Record<string, Entry> = {
  initialize: { since: FIRST, schema: 'InitializeRequestSchema' },
  ping: { since: FIRST, schema: 'PingRequestSchema' },
  'resources/list': { since: FIRST, schema: 'ListResourcesRequestSchema' },
  'resources/templates/list': { since: FIRST, schema: 'ListResourceTemplatesRequestSchema' },
  'resources/read': { since: FIRST, schema: 'ReadResourceRequestSchema' },
  'resources/subscribe': { since: FIRST, schema: 'SubscribeRequestSchema' },
  'resources/unsubscribe': { since: FIRST, schema: 'UnsubscribeRequestSchema' },
  'prompts/list': { since: FIRST, schema: 'ListPromptsRequestSchema' },
  'prompts/get': { since: FIRST, schema: 'GetPromptRequestSchema' },
  'tools/list': { since: FIRST, schema: 'ListToolsRequestSchema' },
  'tools/call': { since: FIRST, schema: 'CallToolRequestSchema' },
  'logging/setLevel': { since: FIRST, schema: 'SetLevelRequestSchema' },
  'completion/complete': { since: FIRST, schema: 'CompleteRequestSchema' },
  'tasks/get': { since: TASKS, schema: 'GetTaskRequestSchema' },
  'tasks/result': { since: TASKS, schema: 'GetTaskPayloadRequestSchema' },
  'tasks/cancel': { since: TASKS, schema: 'CancelTaskRequestSchema' },
  'tasks/list': { since: TASKS, schema: 'ListTasksRequestSchema' },
};

const NOTIFICATIONS: Record<string, Entry> = {
  'notifications/cancelled': { since: FIRST, schema: 'CancelledNotificationSchema' },
  'notifications/initialized': { since: FIRST, schema: 'InitializedNotificationSchema' },
  'notifications/progress': { since: FIRST, schema: 'ProgressNotificationSchema' },
  'notifications/roots/list_changed': { since: FIRST, schema: 'RootsListChangedNotificationSchema' },
  'notifications/tasks/status': { since: TASKS, schema: 'TaskStatusNotificationSchema' },
};

/** By the method that the server asked for. */
const RESULTS: Record<string, Entry> = {
  ping: { since: FIRST, schema: 'ResultSchema' },
  'sampling/createMessage': { since: FIRST, schema: 'CreateMessageResultSchema' },
  'roots/list': { since: FIRST, schema: 'ListRootsResultSchema' },
  'elicitation/create': { since: ELICITATION, schema: 'ElicitResultSchema' },
  'tasks/get': { since: TASKS, schema: 'GetTaskResultSchema' },
  'tasks/result': { since: TASKS, schema: 'ResultSchema' },
  'tasks/cancel': { since: TASKS, schema: 'CancelTaskResultSchema' },
  'tasks/list': { since: TASKS, schema: 'ListTasksResultSchema' },
};

/**
 * Whether a client's message is valid in a handshake revision. `asked` is the method of the server's request that a
 * result answers; a result that answers none is not valid.
 */
export function isValidInHandshake(message: RpcMessage, revision: string, asked: string | undefined): boolean {
  const known = ({ since }: Entry): boolean =>
    HANDSHAKE_REVISIONS.indexOf(since) <= HANDSHAKE_REVISIONS.indexOf(revision);
  const find = (table: Record<string, Entry>, method: string): Entry | undefined => {
    const entry = Object.hasOwn(table, method) ? table[method] : undefined;
    return entry !== undefined && known(entry) ? entry : undefined;
  };
  switch (message.kind) {
    case 'request':
    case 'notification': {
      const entry = find(message.kind === 'request' ? REQUESTS : NOTIFICATIONS, message.method);
      return entry !== undefined && fits(entry.schema, message.message) && isValidBeyondCore(message, revision);
    }
    case 'result': {
      const entry = find(RESULTS, asked ?? '');
      if (entry === undefined) return false;
      return fits(entry.schema, message.result) || (revision === TASKS && fitsWithTasks(asked, message.result));
    }
    case 'error':
      return true;
    default:
      return message satisfies never;
  }
}

/** With tasks came a list of blocks as what a model said, and a task in place of the result of a long request. */
function fitsWithTasks(asked: string | undefined, result: JsonObject): boolean {
  if (asked === 'sampling/createMessage' && fits('CreateMessageResultWithToolsSchema', result)) return true;
  return (
    (asked === 'sampling/createMessage' || asked === 'elicitation/create') && fits('CreateTaskResultSchema', result)
  );
}

/** What the revisions ask for and core, which knows one rule for all of them, lets through. */
function isValidBeyondCore(
  { method, params }: { method: string; params: JsonObject | undefined },
  revision: string,
): boolean {
  switch (method) {
    case 'initialize':
      return revision !== TASKS || hasUris(member(params, 'clientInfo'));
    case 'resources/read':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      return isUri(member(params, 'uri'));
    case 'notifications/cancelled':
      // With tasks a cancellation may name a task instead.
      return revision === TASKS || member(params, 'requestId') !== undefined;
    default:
      return true;
  }
}
