import type { Era, Json, JsonObject, ServedTool, Transport } from './types.ts';

/**
 * Scripted faults and events of the fixture server, as JSON. They depend on what came and on its number, never on the
 * clock; `wait` and `drip` are the only times, and `chance` follows from the seed. An empty object changes no answer, but
 * adds what a server with streams has: `logging/setLevel`, `subscriptions/listen`, resumption by Last-Event-ID.
 */
export interface Behaviour {
  /** The first rule that holds for what came acts on it; what no rule holds for is answered as ever. */
  rules?: Rule[];
  /** Of every `chance`; 0 unless told. */
  seed?: number;
  /**
   * stdio: `run` lets a process go on counting where the one before it stopped (in `<plan>.counts`); otherwise each begins
   * anew. Over HTTP the counts are always the run's.
   */
  counts?: 'process' | 'run';
  /**
   * Each call that is executed is written down before anything else is done for it: on stdio as a line of
   * `<plan>.ledger.jsonl`, over HTTP to the ledger that the run was added with.
   */
  ledger?: true;
  /** Pages of other tools, for the step `tools`. */
  toolSets?: Record<string, ServedTool[][]>;
  /** Entries of the first page of `tools/list` that follow its tools, whatever they are. */
  alsoListed?: Json[];
  /** `nextCursor` of every page: a new one without end (pages after the last are empty), the same one, or "". */
  cursors?: 'endless' | 'same' | 'empty';
  /**
   * The endpoint is one of HTTP+SSE (2024-11-05) alone: GET opens the stream of a session, POST is refused like this. A run
   * over the transport `sse` is so anyway, and refuses with 405 unless told.
   */
  sseOnly?: HttpAnswer;
  /** stdio: the process stays when its input ends, or also when it is asked to end by SIGTERM. */
  stubborn?: 'stdin' | 'SIGTERM';
  /** Another path beside the endpoint that serves the same, for example `/moved`: where a redirect leads. */
  alsoAt?: string;
}

interface Rule {
  on: Occasion;
  /** In order. A request is answered by the step `answer` (or `http`), so that a rule without one never answers. */
  do: Step[];
}

/**
 * What a rule is for: one of `method`, `http`, `start`, narrowed by the rest. `from` and `to` are numbers, from 1, among
 * what the rest is true for.
 */
export interface Occasion {
  /** A request or notification with this JSON-RPC method, `*` for any; only what the transport has let through. */
  method?: string;
  /** A request over HTTP with this verb, `*` for any, before anything is held against it. */
  http?: string;
  /** stdio: the start of the process, before it reads anything. */
  start?: true;
  tool?: string;
  era?: Era;
  over?: Transport;
  /** With `http`: the path as the tap shows it. */
  path?: string;
  from?: number;
  to?: number;
  /** From 0 to 1: of what the rest holds for, so many, as the seed decides. */
  chance?: number;
}

/** One thing that the fixture does. */
export type Step =
  /** Milliseconds. */
  | { wait: number }
  /** Goes on when the n-th message of this method has come. */
  | { until: { method: string; number: number } }
  /** Executes the call, and keeps its answer. Without it, `answer` does both. */
  | { execute: true }
  /** The ordinary answer in a form of its own; with `http` in the occasion, what would have happened without the rule. */
  | { answer: AnswerForm }
  /** Bytes on the channel of the request, with `{{id}}` for its id. */
  | { send: string }
  /** The same, so many times; `{{n}}` is the number of each, from 1. */
  | { flood: { frame: string; times: number } }
  /**
   * A notification, `times` over (1). It goes out on the channel of the request, or on the `stream`s for what belongs to no
   * request: a GET stream or that of HTTP+SSE (kept until there is one), a `subscriptions/listen` that asked for it.
   */
  | { notify: { method: string; params?: JsonObject; times?: number; over?: 'request' | 'stream' } }
  /** `notifications/tools/list_changed` on the streams, so many times. */
  | { listChanged: number }
  /** A log message of the request, only where the client wants that level; `bytes`: the data is a string of that length. */
  | { log: { level: LogLevel; logger?: string; data?: Json; bytes?: number; anyway?: true } }
  /** Progress of the request, only where the client gave a token. */
  | { progress: { progress: number; total?: number; message?: string; token?: string | number } }
  /** HTTP: an answer of HTTP's own, instead of the protocol's. */
  | { http: HttpAnswer }
  /** HTTP: an event with an id, then the end of the stream; the answer is had by a GET with that Last-Event-ID. */
  | { suspend: { retry?: number } }
  /** Ends the answer (stdio: closes stdout), or every open stream and subscription, as a server does that has no more to say. */
  | { end: 'answer' | 'streams' }
  /** The same, by breaking the connection. */
  | { drop: 'answer' | 'streams' }
  /** Ends the process, with a code or by a signal. HTTP: every connection of the run is broken, every session forgotten. */
  | { exit: number | 'SIGTERM' | 'SIGKILL' | 'SIGSEGV' | 'SIGABRT' }
  /** stdio: lines on stderr. */
  | { stderr: { lines: number; text?: string } }
  /** Serves another set of `toolSets` from now on. */
  | { tools: string }
  /** HTTP: every session that there is ends; what still names it is answered like this. */
  | { expire: HttpAnswer };

export interface AnswerForm {
  /** HTTP; the plan's `httpAnswer` unless told. */
  as?: 'json' | 'sse';
  /** HTTP: the status of the answer. */
  status?: number;
  /** Other bytes, with `{{id}}` for the request's id. */
  frame?: string;
  /** Other bytes by their name in fixture-server/behaviour/malformed.ts. */
  malformed?: string;
  /** A result whose text has so many characters, made while it is sent. */
  generate?: number;
  /** HTTP: without a Content-Length. */
  chunked?: true;
  /** Breaks off after so many bytes of the body (stdio: of the line). */
  cut?: number;
  /** So many bytes at a time, with so many milliseconds between. */
  drip?: { bytes: number; ms: number };
}

/** `{{here}}` in headers and text: the origin and the folder of the endpoint; `{{elsewhere}}`: the same on another origin. */
export interface HttpAnswer {
  status: number;
  headers?: Record<string, string>;
  /** A JSON-RPC error as body, with the id of the request. */
  rpc?: { code: number; message: string };
  text?: string;
}

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';
