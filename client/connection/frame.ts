import type { JsonObject } from '../types.ts';
import type { FrameFault } from './errors.ts';
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
  | ({ kind: 'malformed'; id?: RequestId } & Flaw);

/** What is wrong with a frame: its name, and the same in words. */
interface Flaw {
  fault: FrameFault;
  why: string;
}

/** Whether a value is a JSON object, neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value can be the id of a request, or the token of its progress. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isInteger(value);
}

/**
 * Reads one value as a frame. The engine drops an answer that it cannot parse and lets its request time out; knowing
 * the fault and the id here lets the request fail at once.
 */
export function readFrame(value: unknown): Frame {
  if (!isObject(value)) return { kind: 'malformed', ...flaw('not_object', 'a JSON-RPC object', value) };
  return 'method' in value ? readMessage(value) : readAnswer(value);
}

function readMessage(value: JsonObject): Frame {
  const { jsonrpc, method, params, id } = value;
  // The id of a server's request is the server's own, so no fault here is matched with a request of ours.
  const wrong =
    flawOfVersion(jsonrpc) ??
    (typeof method === 'string' ? undefined : flaw('bad_method', '"method" to be a string', method)) ??
    (params === undefined || isObject(params) ? undefined : flaw('bad_params', '"params" to be an object', params)) ??
    ('id' in value ? flawOfId(id) : undefined);
  return wrong === undefined ? { kind: 'message', message: value } : { kind: 'malformed', ...wrong };
}

function readAnswer(value: JsonObject): Frame {
  const { id, error, result } = value;
  const wrong = flawOfAnswer(value);
  if (wrong !== undefined) return { kind: 'malformed', ...(isRequestId(id) && { id }), ...wrong };
  if (isObject(error)) {
    const { code, message, data } = error as { code: number; message: string; data?: unknown };
    return {
      kind: 'error',
      id: isRequestId(id) ? id : null,
      error: { code, message, ...(data !== undefined && { data }) },
    };
  }
  if (!isRequestId(id)) return { kind: 'malformed', ...badId(id) };
  return { kind: 'result', id, result: result as JsonObject };
}

function flawOfAnswer({ jsonrpc, result, error }: JsonObject): Flaw | undefined {
  const version = flawOfVersion(jsonrpc);
  if (version !== undefined) return version;
  if (result !== undefined && error !== undefined)
    return { fault: 'result_and_error', why: 'expected either "result" or "error", got both' };
  if (result === undefined && error === undefined)
    return { fault: 'no_result', why: 'expected "result" or "error", got neither' };
  if (error === undefined)
    return isObject(result) ? undefined : flaw('result_not_object', '"result" to be an object', result);
  if (!isObject(error)) return flaw('error_not_object', '"error" to be an object', error);
  if (!Number.isInteger(error.code)) return flaw('bad_error_code', '"error.code" to be an integer', error.code);
  if (typeof error.message !== 'string')
    return flaw('bad_error_message', '"error.message" to be a string', error.message);
  return undefined;
}

function flawOfVersion(jsonrpc: unknown): Flaw | undefined {
  return jsonrpc === '2.0' ? undefined : flaw('not_jsonrpc_2', '"jsonrpc" to be "2.0"', jsonrpc);
}

function flawOfId(id: unknown): Flaw | undefined {
  return isRequestId(id) ? undefined : badId(id);
}

function badId(id: unknown): Flaw {
  return flaw('bad_id', '"id" to be a string or an integer', id);
}

function flaw(fault: FrameFault, expected: string, got: unknown): Flaw {
  return { fault, why: `expected ${expected}, got ${kindOf(got)}` };
}
