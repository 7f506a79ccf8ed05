/** The values that pass between the client's rooms. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** The two generations of the protocol: with an `initialize` handshake (to 2025-11-25), and without (2026-07-28). */
export type Era = 'handshake' | 'stateless';

/** One entry of `mcp_servers` in config.yaml, parsed and checked. Times are in seconds. */
export interface ServerEntry {
  name: string;
  transport:
    | { kind: 'stdio'; command: string; args: string[]; env: Record<string, string>; cwd?: string }
    | { kind: 'http'; url: string; headers: Record<string, string> };
  protocol: 'auto' | 'legacy' | 'stateless';
  timeout: number;
  connectTimeout: number;
  supportsParallelToolCalls: boolean;
  tools: { include?: string[]; exclude: string[] };
  sampling: { enabled: boolean; exposeClientTools: boolean };
  elicitation: { enabled: boolean };
}

/** A tool as `tools/list` sent it; nothing but the name has been checked. */
export interface ListedTool extends JsonObject {
  name: string;
}

/** A live connection to one MCP server. Requests of one connection go over the wire one after the other. */
export interface Connection {
  server: string;
  era: Era;
  /** The negotiated revision, for example `2025-11-25`. */
  revision: string;
  /** The server's declared capabilities. */
  capabilities: JsonObject;
  /** Every page of the list, at most 50; asks nothing when the server declares capabilities without `tools`. */
  listTools(): Promise<ListedTool[]>;
  /**
   * The `result` of a `tools/call` exactly as the server sent it, not validated and not repaired.
   * Throws ConnectionError (JSON-RPC error, malformed frame, time-out, lost connection).
   */
  callTool(name: string, args: JsonObject): Promise<unknown>;
  close(): Promise<void>;
}

/** A tool that the agent can call, built-in or of a server. */
export interface RegisteredTool {
  /** The name that the model knows, at most 64 characters of `[A-Za-z0-9_-]`. */
  name: string;
  /** `mcp-<server>`, or `builtin`. */
  toolset: string;
  description: string;
  /** JSON Schema of the arguments, normalised for model providers. */
  parameters: JsonObject;
  /** Whether calls may overlap with their neighbours in one batch. */
  parallel: boolean;
  /** Answers with the text for the model (for MCP tools the JSON of results/render.ts). Never throws. */
  call(args: JsonObject): Promise<string>;
}

/** A tool in the form that Chat Completions expects. */
export interface ToolDefinition {
  type: 'function';
  function: { name: string; description: string; parameters: JsonObject };
}

/** The message that answers one tool call. */
export interface ToolMessage {
  role: 'tool';
  name: string;
  content: string;
  tool_call_id: string;
}
