import { isUtf8 } from 'node:buffer';
import type { Json, JsonObject } from '../scenarios/types.ts';
import { INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, type RequestId, type RpcError, type RpcRequest } from './rpc.ts';

/** One JSON-RPC message of a client, read as far as it can be. */
export type Message =
  | { kind: 'request'; request: RpcRequest }
  | { kind: 'notification'; method: string; params: JsonObject }
  | { kind: 'response' }
  | { kind: 'invalid'; id?: RequestId; error: RpcError };

/** What stands in one line of stdio or in the body of one POST. */
export type Frame = Message | { kind: 'batch'; messages: Message[] };

/** Reads the bytes of one frame. Never throws: what cannot be read is an `invalid` message with the error to answer. */
export function readFrame(bytes: Buffer): Frame {
  if (!isUtf8(bytes)) return invalid(PARSE_ERROR, 'Expected a frame in UTF-8, got other bytes');
  let value: Json;
  try {
    value = JSON.parse(bytes.toString('utf8')) as Json;
  } catch {
    return invalid(PARSE_ERROR, 'Expected a frame of JSON, got something else');
  }
  return Array.isArray(value) ? { kind: 'batch', messages: value.map(readMessage) } : readMessage(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readMessage(value: Json): Message {
  if (!isObject(value)) return invalid(INVALID_REQUEST, 'Expected a message to be a JSON object');
  const { jsonrpc, id, method, params = {} } = value;
  const knownId = isRequestId(id) ? id : undefined;
  if (jsonrpc !== '2.0') {
    return invalid(INVALID_REQUEST, `Expected "jsonrpc" to be "2.0", got ${shown(jsonrpc)}`, knownId);
  }
  if (typeof method !== 'string') {
    // Never answered, even without an id: two sides that answer each other's errors do not come to an end.
    if ('result' in value || 'error' in value) return { kind: 'response' };
    return invalid(INVALID_REQUEST, `Expected "method" to be a string, got ${shown(method)}`, knownId);
  }
  if (id !== undefined && knownId === undefined) {
    return invalid(INVALID_REQUEST, `Expected "id" to be a string or an integer, got ${shown(id)}`);
  }
  if (!isObject(params)) {
    return invalid(INVALID_PARAMS, `Expected "params" to be an object, got ${shown(params)}`, knownId);
  }
  if (knownId === undefined) return { kind: 'notification', method, params };
  return { kind: 'request', request: { id: knownId, method, params } };
}

function isRequestId(value: Json | undefined): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function invalid(code: number, message: string, id?: RequestId): Message {
  return { kind: 'invalid', ...(id !== undefined && { id }), error: { code, message } };
}

/** The kind of a value for an error text; values themselves stay out of it, they may be long or secret. */
function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}
