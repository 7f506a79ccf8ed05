import type { Json, JsonObject } from '../scenarios/types.ts';

/** MCP forbids `null`, which base JSON-RPC allows. */
export type RequestId = string | number;

export interface RpcRequest {
  id: RequestId;
  method: string;
  /** An empty object where the message has none. */
  params: JsonObject;
}

export interface RpcError {
  code: number;
  message: string;
  data?: Json;
}

/** A frame to send, without its newline. `status` is what HTTP answers it with; stdio does not look at it. */
export interface Reply {
  frame: string;
  status: number;
}

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;

export function resultReply(id: RequestId, result: JsonObject): Reply {
  return { frame: JSON.stringify({ jsonrpc: '2.0', id, result }), status: 200 };
}

/**
 * An error response. It has no `id` where the request's could not be read: MCP has no `null` id (2026-07-28 Overview,
 * "Error Responses").
 */
export function errorReply(id: RequestId | undefined, error: RpcError, status = 200): Reply {
  return { frame: JSON.stringify({ jsonrpc: '2.0', ...(id !== undefined && { id }), error }), status };
}

export function methodNotFound(method: string): RpcError {
  return { code: METHOD_NOT_FOUND, message: `Expected a method that this server has, got ${quoted(method)}` };
}

const QUOTED_UNITS = 100;

/** A name that a client chose, for an error text: it may have any length. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > QUOTED_UNITS ? `${name.slice(0, QUOTED_UNITS)}…` : name);
}
