import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import type { Era, JsonObject } from '../../types.ts';

/** What differs between the two generations of the protocol, once a session is open. */
export interface EraRules {
  name: Era;
  /** The shortest results that the engine takes for valid; they stand in for the server's own. */
  emptyList: JsonObject;
  emptyCall: JsonObject;
  /** Sends `tools/call`. `inputSchema` is the tool's as listed, if it was; it may be anything. */
  call(
    client: Client,
    params: { name: string; arguments: JsonObject },
    inputSchema: unknown,
    options: RequestOptions,
  ): Promise<unknown>;
  /** What makes a page of `tools/list` unusable as a whole in this era, if anything does. */
  listFault: (page: JsonObject) => string | undefined;
}

/** An open session. */
export interface Session {
  rules: EraRules;
  revision: string;
  /** As declared by the server; undefined when it declared none, which is not the same as an empty declaration. */
  capabilities: JsonObject | undefined;
}
