import type { Behaviour } from './behaviour.ts';

/**
 * The forms of what is probed. Everything about a scenario stands in one value of type {@link Scenario}: what the
 * fixture serves, what the mocked model does, where the scenario can exist, what it proves and how it is judged.
 * A result scenario is plain data (JSON), so that it can be copied and renamed.
 */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** The two generations of the protocol: with an `initialize` handshake (to 2025-11-25), and without (2026-07-28). */
export type Era = 'handshake' | 'stateless';
/** Which eras the fixture offers in a run. */
export type ServerMode = 'both' | Era;
export type Transport = 'stdio' | 'http' | 'sse';

/** How the fixture answers a `tools/call`. In the stateless era it stamps `resultType` and `serverInfo` on a `result`. */
export type ServedAnswer =
  | { result: JsonObject }
  | { error: { code: number; message: string; data?: Json } }
  /** Bytes sent as they are; `{{id}}` becomes the request's id as JSON. */
  | { raw: string };

export interface ServedTool {
  /** The tool exactly as `tools/list` shows it. */
  definition: { name: string; description: string; inputSchema: JsonObject } & JsonObject;
  answer: ServedAnswer;
}

/** What the fixture server offers in a run; JSON, handed to it as a file (`--plan`). */
export interface ServingPlan {
  serverInfo: { name: string; title: string; version: string };
  /** The name under which the client's configuration knows the server. */
  name: string;
  /** Pages of `tools/list`, in order. */
  pages: ServedTool[][];
  /** How a request over HTTP is answered. */
  httpAnswer: 'json' | 'sse';
  /** The revisions that it speaks, of those that its eras have; all of them unless told. */
  revisions?: string[];
  /** Stateless era: for how long its lists may be kept, in milliseconds; 0 unless told. */
  ttlMs?: number;
  /** What it declares; `{ "tools": {} }` unless told. */
  capabilities?: JsonObject;
  /** Scripted faults and events. */
  behaviour?: Behaviour;
}

/** One turn of the mocked model that asks for a tool. The tool is named as the server names it. */
export interface ScriptedCall {
  tool: string;
  arguments: JsonObject;
  /** Asked for in the same turn as the call before, where the client lists the tools of both. */
  together?: true;
  /** How long the model takes to think of this call, in milliseconds: time for the client to do what it does by itself. */
  thinks?: number;
}

/** One start of the client. What is left out is the scenario's own. */
export interface Launch {
  /** Instead of the scenario's: the user has edited the configuration. */
  serverEntry?: JsonObject;
  script?: ScriptedCall[];
}

/** The parts of a result that a canary can stand for. `payload`: content and structuredContent carry the same token. */
export type FieldName = 'content' | 'structuredContent' | 'payload' | '_meta' | 'reserved _meta' | 'image' | 'audio';

/** A field that a result scenario put tokens into; `part` is where in the field the token stands. */
export interface DeclaredField {
  field: FieldName;
  canaries: { part: string; token: string }[];
}

/**
 * A named question that a verdict answers with met or not met. All conditions given must hold.
 * `arrives`: these fields reached the model whole; `absent`: nothing of these did; `told`: no field reached the model
 * and the client told it of an error; `marked`: the model can tell that the call failed, by the client's own words or marks.
 */
export interface FieldCheck extends Proof {
  id: string;
  text: string;
  arrives?: FieldName[];
  absent?: FieldName[];
  told?: 'error';
  marked?: 'error';
}

/** What an answered check says of the client's capabilities. */
export interface Proof {
  /** The capability whose status it counts for, null where for none; the scenario's own unless told. */
  proves?: string | null;
  /** It counts only where the negotiated revision is this one or newer. */
  since?: string;
  /** It counts only where this other check is met in the same config and transport: without that it proves nothing. */
  given?: { scenario: string; check: string };
}

export interface FieldJudgement {
  kind: 'fields';
  fields: DeclaredField[];
  checks: FieldCheck[];
}

/** Where in the evidence something was seen. `offset` is in UTF-16 units of the string at `pointer` (RFC 6901). */
export interface Place {
  line: number;
  pointer: string;
  offset: number;
}

/** One frame of `wire.jsonl`; `message` is absent when the bytes are no JSON. */
export interface WireFrame {
  line: number;
  process: number;
  /** The launch of the client in which it came, where a scenario has several. */
  launch?: number;
  exchange?: number;
  dir: 'c2s' | 's2c';
  text: string;
  http?: { method?: string; path?: string; status?: number; headers: Record<string, string> };
  message?: Json;
}

/** A tool as a model request offers it, with its RFC 6901 pointer in the request body. */
export interface OfferedTool {
  name: string;
  description: string;
  pointer: string;
}

/** A call that the mocked model's answer asked for. */
export interface ModelCall {
  id: string;
  name: string;
  arguments: string;
  /** The client's name of the tool that is meant: `name` itself, or the tool that a bridge is asked to call. */
  target: string;
}

/** A tool result inside a model request: every text of it, with pointers. */
export interface ToolResultInRequest {
  callId: string;
  pointer: string;
  texts: { pointer: string; text: string }[];
  /** The dialect's own mark of a call that failed, where it has one and the client set it. */
  isError?: true;
}

/** One line of `model.jsonl`, read through its dialect. */
export interface ModelExchange {
  line: number;
  /** The launch of the client in which it came, where a scenario has several. */
  launch?: number;
  /** With `launch`: whether the client had sent its server anything in it by then. */
  reached?: boolean;
  body: Json | undefined;
  tools: OfferedTool[];
  results: ToolResultInRequest[];
  /** Calls that the answer to this request asked for. */
  calls: ModelCall[];
}

/** One line of `log.txt`: what the client printed or wrote to a log file of its own. */
export interface LogLine {
  line: number;
  text: string;
}

/** The stored bytes of a run, parsed. All that a behaviour check may look at. */
export interface Evidence {
  wire: WireFrame[];
  model: ModelExchange[];
  /** Absent where the scenario keeps none. */
  log?: LogLine[];
}

/**
 * `met` or `not met` with the places that show it (none where it is an absence), or a prerequisite is missing and the run
 * is inconclusive, unless the check's `given` tells why.
 */
export type CheckOutcome =
  | { outcome: 'met'; places: Place[] }
  | { outcome: 'not met'; places: Place[] }
  | { outcome: 'not asked'; reason: string };

export interface BehaviourCheck {
  id: string;
  level: 'must' | 'may';
  text: string;
  /**
   * Another check of the scenario, by its id. Where that one is not met, the client itself may never have come to what this
   * one asks for: that it could not be asked is then a part of the verdict, and counts for nothing.
   */
  given?: string;
  /** A pure function of the evidence. */
  ask(evidence: Evidence): CheckOutcome;
}

interface BehaviourJudgement {
  kind: 'behaviour';
  checks: BehaviourCheck[];
}

/** The run that shows what a client puts around every result: the first call succeeds, the second is an error result. */
interface CalibrationJudgement {
  kind: 'calibration';
  result: { head: string; tail: string };
  error: { head: string; tail: string };
}

export interface Scenario {
  /** For example `tools.result.mirror`. */
  id: string;
  /** The capability that it proves, an id of `data/capabilities.json`. */
  capability: string;
  /** One plain line: what the server sends and what is asked. */
  title: string;
  eras: Era[];
  transports: Transport[];
  serve: ServingPlan;
  /** Keys added to the server's entry in the client's configuration, by the original client's documented names. */
  serverEntry: JsonObject;
  script: ScriptedCall[];
  /** The client is started so often, one start after the other on the same home; once unless told. */
  launches?: Launch[];
  /** Makes the client's log evidence: its lines with a token of the scenario or with one of these texts, in any case. */
  log?: string[];
  /**
   * The client may end with any exit code: its server cannot be used, or not any more, and it may say so in this way too. That
   * it ends well where nothing is wrong, the calibration run has shown.
   */
  mayFail?: true;
  judgement: FieldJudgement | BehaviourJudgement | CalibrationJudgement;
}
