import type { ConnectContext, connect } from '../connection/connect.ts';
import type { Log } from '../home/log.ts';
import type {
  AskMethod,
  CacheHints,
  CallOptions,
  JsonObject,
  ListedTool,
  RegisteredTool,
  ServerEntry,
} from '../types.ts';
import type { Clock } from './clock.ts';

/**
 * How a server stands. `parked`: given up for now, and tried again every five minutes; `failed`: given up for good;
 * `lazy`: its first call will start it; `idle`: it was closed because nobody used it, its next call will start it;
 * `filtered empty`: it is connected, and none of its tools is offered.
 */
export type ServerState =
  | 'connected'
  | 'connecting'
  | 'failed'
  | 'parked'
  | 'disabled'
  | 'lazy'
  | 'filtered empty'
  | 'idle';

export interface ServerStatus {
  name: string;
  /** Absent when the entry was not looked at. */
  transport?: 'stdio' | 'http' | 'sse';
  state: ServerState;
  /** How many tools it offers now. */
  tools: number;
  /** Why it is not connected, without secrets. */
  reason?: string;
}

/** What a server listed. */
export interface Listing {
  tools: ListedTool[];
  /** The server's declared capabilities, which decide on the utility tools. */
  capabilities: JsonObject;
  hints: CacheHints;
}

/** A raw result, and the revision by whose rules it is to be read. */
export interface Answer {
  result: unknown;
  revision: string;
}

/** One server of the configuration, kept connected for as long as it is wanted. */
export interface SupervisedServer {
  readonly name: string;
  /** The entry that it was last connected with. */
  readonly entry: ServerEntry;
  /** Connects and lists, or registers what is kept of a lazy server. Resolves when its tools are there, or will not be. */
  start(): Promise<void>;
  status(): ServerStatus;
  /** The tools that it offers now. */
  tools(): readonly RegisteredTool[];
  /** A tool as it was last listed; what is kept of a lazy server counts until that one has listed its tools itself. */
  listed(tool: string): ListedTool | undefined;
  /** Hears when `tools()` gives something else. Answers with the way to stop that. */
  onToolsChanged(listener: () => void): () => void;
  /**
   * Calls a tool. What a broken connection did to it is mended where that is safe; see `recover.ts`.
   * Throws ConnectionError, OutcomeUncertainError, ServerDownError.
   */
  call(tool: string, args: JsonObject, options: CallOptions & { readOnly: boolean }): Promise<Answer>;
  /** Asks for something that changes nothing on the server; mended like a call that only reads. */
  request(method: AskMethod, params?: JsonObject, options?: Pick<CallOptions, 'signal'>): Promise<Answer>;
  /**
   * Lists the tools anew, between two requests, and registers what is new. Never two at a time: requests that come
   * meanwhile share the next one. Throws ConnectionError; nothing is changed then.
   */
  relist(): Promise<{ added: string[]; removed: string[] }>;
  /** Tries a server that is parked, or waits for its next attempt, now. Resolves when it is known how that ended. */
  reconnect(): Promise<void>;
  /** Ends the connection and all work on it. Resolves when nothing of it is left, at the latest after 10 seconds. */
  close(): Promise<void>;
}

/** What a supervised server has of the client around it. */
export interface SupervisionContext extends Omit<ConnectContext, 'log' | 'signal' | 'onNotification' | 'onEnded'> {
  log: Log;
  clock: Clock;
  /**
   * The entry of a server as the configuration has it now, `${…}` filled in anew; undefined when it is disabled or
   * removed. Throws when it is invalid. Asked before every attempt but the first.
   */
  resolve: (name: string) => ServerEntry | undefined;
  open: typeof connect;
  /** Makes tools of what a server listed. Asked once for each listing that differs from the one before. */
  register: (server: SupervisedServer, listing: Listing) => RegisteredTool[];
  /** What is kept of a server that is not running, for `lazy` entries; and where every listing is kept. */
  cache?: { read(entry: ServerEntry): Listing | undefined; write(entry: ServerEntry, listing: Listing): void };
  /** A server says that its tools have changed. */
  onListChanged?: (server: SupervisedServer) => void;
  /** A connection has been made anew. */
  onReconnected?: (server: SupervisedServer) => void;
}
