import { Client, type ClientCapabilities, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { ServerEntry } from '../types.ts';
import { HANDSHAKE_REVISIONS } from './eras/handshake/revisions.ts';
import { oneLine } from './text.ts';

/** What only a client with a capability answers. */
const NEEDS_CAPABILITY = new Set(['roots/list', 'sampling/createMessage', 'elicitation/create']);

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

/** The protocol engine for one server. This is the only place that constructs the SDK's client. */
export function createEngine(entry: ServerEntry, clientInfo: ClientInfo, log: (line: string) => void): Client {
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
  return client;
}

/**
 * Answers what a server may ask of a client: there is no person and no model to pass it on to, so all is declined. The
 * requests have no `params` here (ledger).
 */
function declineRequests(client: Client, { sampling, elicitation }: ServerEntry): void {
  client.fallbackRequestHandler = async ({ method }) => {
    if (method === 'elicitation/create' && elicitation.enabled) return { action: 'decline' };
    if (method === 'sampling/createMessage' && sampling.enabled)
      throw new ProtocolError(-1, 'This client has no model to lend: sampling requests are declined');
    if (NEEDS_CAPABILITY.has(method))
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `This client did not declare what ${method} needs`);
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `This client has no method ${oneLine(method, 80)}`);
  };
}
