import type { Json, ModelCall, OfferedTool, ToolResultInRequest } from '../../scenarios/types.ts';

/** What the mocked model says in one turn. */
export type Reply =
  | { kind: 'text'; text: string }
  | {
      kind: 'calls';
      calls: { id: string; name: string; namespace?: string; arguments: string }[];
      /** Milliseconds until it is said. */
      thinks?: number;
    };

/** A tool of a request with the JSON Schema of its arguments as the client wrote it; null where it wrote none. */
export interface RequestTool extends OfferedTool {
  parameters: Json;
  /** The group that the tool stands in, where the dialect has groups; a call names it beside the tool. */
  namespace?: string;
  /** Whether it is a tool of the API itself, a call of which has a form of its own. */
  builtIn?: true;
}

/** A request of a client to its model, read through the dialect. */
export interface ModelRequest {
  model: string;
  stream: boolean;
  /** Whether a streamed answer has to end with what it cost. */
  wantsUsage: boolean;
  tools: RequestTool[];
  /** Calls that earlier answers asked for, as the request repeats them. */
  calls: ModelCall[];
  results: ToolResultInRequest[];
  /** The id of the answer that this request goes on from, where a client may name that instead of repeating the talk. */
  previous?: string;
}

/** Bytes to answer with, always UTF-8. */
export interface Written {
  contentType: string;
  body: string;
}

export type DialectId = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'google-gemini';

/** One way in which model providers speak HTTP. A dialect is one folder; it holds no state. */
export interface Dialect {
  id: DialectId;
  /** What a client's base URL ends with, for example `/v1`. */
  base: string;
  /** What a request is for: a turn of the talk, the list of models, a count of tokens, or nothing that the dialect knows. */
  route(method: string, path: string): 'turn' | 'models' | 'count' | undefined;
  /**
   * Throws HarnessError `input` when the body is no request of this dialect; parts that it does not know are skipped. Some
   * APIs name the model and the form of the answer in `path`.
   */
  read(body: Json, path: string): ModelRequest;
  /** The calls in a stored answer, whether it was streamed or not. */
  readCalls(response: string): ModelCall[];
  /** The bytes of an answer. `id` is made from the run's key and the turn; no clock is read. */
  write(reply: Reply, request: ModelRequest, id: string): Written;
  models(): Written;
  /** How many tokens a request would cost, where clients ask for that. */
  count?(): Written;
  /** The body of an answer that refuses a request with an HTTP status. */
  error(message: string, status: number): Written;
}
