/** The values that pass between the client's rooms. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** The two generations of the protocol: with an `initialize` handshake (to 2025-11-25), and without (2026-07-28). */
export type Era = 'handshake' | 'stateless';

/** How a stdio server is started. */
export interface StdioTransport {
  kind: 'stdio';
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string;
  /** What `${…}` stood for anywhere in the entry, as far as that is nobody else's business. */
  secrets?: readonly string[];
}

/** TLS of an HTTP server. Files are absolute paths that exist. */
export interface TlsSettings {
  /** False: the server's certificate is not checked. */
  verify?: false;
  /** A bundle of certificate authorities to trust. */
  ca?: string;
  /** The client's certificate, with its key in `key` or in the same file. */
  cert?: string;
  key?: string;
  passphrase?: string;
}

/** How an HTTP server is reached. Absent members have the defaults of the configuration reference. */
export interface HttpTransport {
  kind: 'http';
  url: string;
  headers: Record<string, string>;
  /** The transport of revision 2024-11-05, and nothing else. Absent: Streamable HTTP, with SSE to fall back on. */
  sse?: true;
  tls?: TlsSettings;
  /** Every header of the entry is dropped when a redirect leaves the origin, not Authorization alone. */
  strictRedirectHeaders?: true;
  /** Sent unless `headers` has one of that name: a fixed value, or the name of the active profile. */
  identityHeader?: { name: string; value: string } | { name: string; profile: true };
  /** The endpoint is not asked beforehand whether it speaks MCP. */
  skipPreflight?: true;
  auth?: 'oauth';
  /** The mapping `oauth` of the entry as it is written. */
  oauth?: Readonly<Record<string, unknown>>;
  secrets?: StdioTransport['secrets'];
}

/** One entry of `mcp_servers` in config.yaml, parsed and checked. Times are in seconds. */
export interface ServerEntry {
  name: string;
  transport: StdioTransport | HttpTransport;
  protocol: 'auto' | 'legacy' | 'stateless';
  timeout: number;
  connectTimeout: number;
  /** At least 5. Absent: 180 over HTTP, never over stdio. */
  keepaliveInterval?: number;
  /** A stdio server is closed after this time without a call; its tools stay. */
  idleTimeout?: number;
  /** A stdio server is closed after this time; its tools stay. */
  maxLifetime?: number;
  /** Tools are registered from the schema cache, and the server is started by its first call. */
  lazy?: true;
  supportsParallelToolCalls: boolean;
  /** `resources`, `prompts`: false keeps the utility tools away. */
  tools: { include?: string[]; exclude: string[]; resources?: false; prompts?: false };
  trust?: 'untrusted';
  sampling: SamplingSettings;
  elicitation: { enabled: boolean; timeout?: number };
  /** Webhook events of the server (an extension). */
  events?: true;
}

export interface SamplingSettings {
  enabled: boolean;
  exposeClientTools: boolean;
  model?: string;
  allowedModels?: string[];
  maxRpm?: number;
  timeout?: number;
  maxTokensCap?: number;
  maxToolRounds?: number;
  logLevel?: 'debug' | 'info' | 'warning';
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
  /** What is spoken over HTTP; a later connection to the same address is to speak the same. Absent on stdio. */
  flavour?: 'streamable' | 'sse';
  /** The server's declared capabilities. */
  capabilities: JsonObject;
  /** Every page of the list, at most 50; asks nothing when the server declares capabilities without `tools`. */
  listTools(): Promise<ListedTool[]>;
  /**
   * The `result` of a `tools/call` exactly as the server sent it, not validated and not repaired.
   * Throws ConnectionError (JSON-RPC error, malformed frame, time-out, lost connection).
   */
  callTool(name: string, args: JsonObject, options?: CallOptions): Promise<unknown>;
  /** The `result` of another request as the server sent it; like `callTool`. */
  request(method: AskMethod, params?: JsonObject, options?: Pick<CallOptions, 'signal'>): Promise<JsonObject>;
  /** What the last list of tools says about how long it may be kept (SEP-2549); nothing in the handshake era. */
  cacheHints(): CacheHints;
  /**
   * Asks for a sign of life: a `ping`, or one page of tools. Throws ConnectionError, `rejected` with code -32601 where
   * there is no `ping`, without asking when it is the era that has none.
   */
  ping(seconds: number, by?: 'ping' | 'tools/list'): Promise<void>;
  /**
   * Asks for notifications about changed tools. Resolves when the server sends no more of them, rejects when it refuses.
   * Absent where they come unasked, or never.
   */
  watchTools?(): Promise<void>;
  /** Why no answer can come any more, once that is so. */
  ended(): Error | undefined;
  close(): Promise<void>;
}

/** The requests behind the utility tools; none of them changes anything on the server. */
export type AskMethod = 'resources/list' | 'resources/read' | 'prompts/list' | 'prompts/get';

/** How long a list may be kept, in milliseconds, and for whom. */
export interface CacheHints {
  ttlMs?: number;
  cacheScope?: string;
}

export interface CallOptions {
  /** Tells the server that the answer is not wanted any more (`notifications/cancelled`). */
  signal?: AbortSignal;
  onProgress?: (progress: { progress: number; total?: number | undefined; message?: string | undefined }) => void;
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
  call(args: JsonObject, options?: CallOptions): Promise<string>;
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
