import { Client, type ClientCapabilities, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { JsonObject, ServerEntry } from '../types.ts';
import { HANDSHAKE_REVISIONS } from './eras/handshake/revisions.ts';
import { oneLine } from './text.ts';

export interface ClientInfo {
  name: string;
  version: string;
  title: string;
  websiteUrl: string;
}

/**
 * The capabilities that go over the wire, as they stand: sampling and elicitation unless the entry disables them, never
 * roots, tasks or extensions (the original client's rule).
 */
function declareCapabilities({
  sampling,
  elicitation,
}: Pick<ServerEntry, 'sampling' | 'elicitation'>): ClientCapabilities {
  return {
    ...(sampling.enabled && { sampling: sampling.exposeClientTools ? { tools: {} } : {} }),
    ...(elicitation.enabled && { elicitation: { form: {}, url: {} } }),
  };
}

/** Takes a notification of the server; what stands in it is hostile. */
export type Notified = (method: string, params: JsonObject) => void;

/**
 * The protocol engine for one server. This is the only place that constructs the SDK's client.
 *
 * @param notified hears of every notification that does not concern one request
 */
export function createEngine(
  entry: ServerEntry,
  clientInfo: ClientInfo,
  log: (line: string) => void,
  notified: Notified = () => undefined,
): Client {
  const client = new Client(clientInfo, {
    capabilities: declareCapabilities(entry),
    supportedProtocolVersions: [...HANDSHAKE_REVISIONS],
    // A result that asks for input goes up as it is; nothing is answered behind the caller's back.
    inputRequired: { autoFulfill: false },
    // Results are validated above this room; without this the engine would set up a JSON Schema compiler of its own.
    jsonSchemaValidator: {
      getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
    },
  });
  let last: Error | undefined;
  client.onerror = (error) => {
    // The engine tells of some errors twice.
    if (error !== last) log(`MCP server "${entry.name}" had an error: ${oneLine(error.message)}`);
    last = error;
  };
  declineRequests(client, entry);
  client.fallbackNotificationHandler = async ({ method, params }) => notified(method, (params ?? {}) as JsonObject);
  return client;
}

/** Answers what a server may ask of a client: there is no person and no model to pass it on to, so all is declined. */
function declineRequests(client: Client, { sampling, elicitation }: ServerEntry): void {
  if (elicitation.enabled) client.setRequestHandler('elicitation/create', () => ({ action: 'decline' }));
  if (sampling.enabled) {
    client.setRequestHandler('sampling/createMessage', () => {
      throw new ProtocolError(-1, 'This client has no model to lend: sampling requests are declined');
    });
  }
  const undeclared = new Set(['roots/list', 'sampling/createMessage', 'elicitation/create']);
  client.fallbackRequestHandler = async ({ method }) => {
    if (undeclared.has(method))
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `This client did not declare what ${method} needs`);
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `This client has no method ${oneLine(method, 80)}`);
  };
}
