import type { JsonObject } from '../types.ts';
import { kindOf } from './text.ts';

export type RequestId = string | number;

/** What one parsed JSON value of a server is, by JSON-RPC 2.0 and the `JSONRPCMessage` of the MCP schemas. */
export type Frame =
  | { kind: 'result'; id: RequestId; result: JsonObject }
  /** `id` is null when the server could not tell which request it refuses. */
  | { kind: 'error'; id: RequestId | null; error: { code: number; message: string; data?: unknown } }
  /** A request or a notification of the server. */
  | { kind: 'message'; message: JsonObject }
  /** `id` is there when the value can still be matched with a request of ours. */
  | { kind: 'malformed'; id?: RequestId; fault: string };

/** Whether a value is a JSON object, neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isInteger(value);
}

/**
 * Reads one value as a frame. The engine drops an answer that it cannot parse and lets its request time out; knowing
 * the fault and the id here lets the request fail at once.
 */
export function readFrame(value: unknown): Frame {
  if (!isObject(value)) return { kind: 'malformed', fault: `expected a JSON-RPC object, got ${kindOf(value)}` };
  return 'method' in value ? readMessage(value) : readAnswer(value);
}

function readMessage(value: JsonObject): Frame {
  const { jsonrpc, method, params, id } = value;
  // The id of a server's request is the server's own, so no fault here is matched with a request of ours.
  if (jsonrpc !== '2.0') return { kind: 'malformed', fault: `expected "jsonrpc" to be "2.0", got ${kindOf(jsonrpc)}` };
  if (typeof method !== 'string')
    return { kind: 'malformed', fault: `expected "method" to be a string, got ${kindOf(method)}` };
  if (params !== undefined && !isObject(params))
    return { kind: 'malformed', fault: `expected "params" to be an object, got ${kindOf(params)}` };
  if ('id' in value && !isRequestId(id))
    return { kind: 'malformed', fault: `expected "id" to be a string or an integer, got ${kindOf(id)}` };
  return { kind: 'message', message: value };
}

function readAnswer(value: JsonObject): Frame {
  const { id, error, result } = value;
  const fault = answerFault(value);
  if (fault !== undefined) return isRequestId(id) ? { kind: 'malformed', id, fault } : { kind: 'malformed', fault };
  if (isObject(error)) {
    const { code, message, data } = error as { code: number; message: string; data?: unknown };
    return {
      kind: 'error',
      id: isRequestId(id) ? id : null,
      error: { code, message, ...(data !== undefined && { data }) },
    };
  }
  if (!isRequestId(id))
    return { kind: 'malformed', fault: `expected "id" to be a string or an integer, got ${kindOf(id)}` };
  return { kind: 'result', id, result: result as JsonObject };
}

function answerFault({ jsonrpc, result, error }: JsonObject): string | undefined {
  if (jsonrpc !== '2.0') return `expected "jsonrpc" to be "2.0", got ${kindOf(jsonrpc)}`;
  if (result !== undefined && error !== undefined) return 'expected either "result" or "error", got both';
  if (result === undefined && error === undefined) return 'expected "result" or "error", got neither';
  if (error === undefined)
    return isObject(result) ? undefined : `expected "result" to be an object, got ${kindOf(result)}`;
  if (!isObject(error)) return `expected "error" to be an object, got ${kindOf(error)}`;
  if (!Number.isInteger(error.code)) return `expected "error.code" to be an integer, got ${kindOf(error.code)}`;
  if (typeof error.message !== 'string') return `expected "error.message" to be a string, got ${kindOf(error.message)}`;
  return undefined;
}
