import type { Json, JsonObject } from '../../../scenarios/types.ts';
import { isObject } from '../../json.ts';

/** A message that is well-formed JSON-RPC as MCP narrows it: params an object, an id a string or an integer. */
export type RpcMessage =
  | { kind: 'request'; method: string; params: JsonObject | undefined; message: JsonObject }
  | { kind: 'notification'; method: string; params: JsonObject | undefined; message: JsonObject }
  | { kind: 'result'; id: string | number; result: JsonObject }
  | { kind: 'error' };

/**
 * Reads one message; undefined when it is not well-formed (specification: base protocol, messages; the same rule in all
 * revisions). Whatever has an id or no method is never taken for a notification.
 */
export function readMessage(message: JsonObject): RpcMessage | undefined {
  const { jsonrpc, id, method, params, result, error } = message;
  if (jsonrpc !== '2.0') return undefined;
  if (method === undefined) return readResponse(id, result, error);
  if (typeof method !== 'string' || (params !== undefined && !isObject(params))) return undefined;
  if (id === undefined) return { kind: 'notification', method, params, message };
  return isId(id) ? { kind: 'request', method, params, message } : undefined;
}

function readResponse(id: Json | undefined, result: Json | undefined, error: Json | undefined): RpcMessage | undefined {
  if (!isId(id) || (result === undefined) === (error === undefined)) return undefined;
  if (result !== undefined) return isObject(result) ? { kind: 'result', id, result } : undefined;
  return isObject(error) && Number.isInteger(error.code) && typeof error.message === 'string'
    ? { kind: 'error' }
    : undefined;
}

function isId(id: Json | undefined): id is string | number {
  return typeof id === 'string' || Number.isInteger(id);
}
