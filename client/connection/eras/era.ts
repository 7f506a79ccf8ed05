import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import type { AskMethod, CacheHints, Era, JsonObject } from '../../types.ts';

/** What differs between the two generations of the protocol, once a session is open. */
export interface EraRules {
  name: Era;
  /** The shortest results that the engine takes for valid; they stand in for the server's own. */
  emptyList: JsonObject;
  emptyCall: JsonObject;
  emptyResults: Record<AskMethod, JsonObject>;
  /** Sends `tools/call`. `inputSchema` is the tool's as listed, if it was; it may be anything. */
  call(
    client: Client,
    params: { name: string; arguments: JsonObject },
    inputSchema: unknown,
    options: RequestOptions,
  ): Promise<unknown>;
  /** What the first page of a list says about how long it may be kept. Absent where the era has no such thing. */
  cacheHints?(page: JsonObject): CacheHints;
  /** Asks for a sign of life. Absent where the era has no request for that. */
  ping?(client: Client, options: RequestOptions): Promise<unknown>;
  /**
   * Asks for notifications about changed tools and resolves when the server has agreed, with a promise of the end of
   * that. Absent where servers notify unasked.
   */
  watchTools?(client: Client, options: RequestOptions): Promise<{ closed: Promise<unknown> }>;
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
