import type { Json, ModelCall, OfferedTool, ToolResultInRequest } from '../../scenarios/types.ts';

/** What the mocked model says in one turn. */
export type Reply =
  | { kind: 'text'; text: string }
  | { kind: 'calls'; calls: { id: string; name: string; arguments: string }[] };

/** A tool of a request with the JSON Schema of its arguments as the client wrote it; null where it wrote none. */
export interface RequestTool extends OfferedTool {
  parameters: Json;
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
}

/** Bytes to answer with, always UTF-8. */
export interface Written {
  contentType: string;
  body: string;
}

/** One way in which model providers speak HTTP. A dialect is one folder; it holds no state. */
export interface Dialect {
  id: 'openai-chat';
  /** What a client's base URL ends with, for example `/v1`. */
  base: string;
  /** What a request is for: a turn of the talk, the list of models, or nothing that the dialect knows. */
  route(method: string, path: string): 'turn' | 'models' | undefined;
  /** Throws HarnessError `input` when the body is no request of this dialect; parts that it does not know are skipped. */
  read(body: Json): ModelRequest;
  /** The calls in a stored answer, whether it was streamed or not. */
  readCalls(response: string): ModelCall[];
  /** The bytes of an answer. `id` is made from the run's key and the turn; no clock is read. */
  write(reply: Reply, request: ModelRequest, id: string): Written;
  models(): Written;
  /** The body of an answer that refuses a request. */
  error(message: string): Written;
}
