import type { JsonObject } from '../../scenarios/types.ts';

export const CLIENT_INFO = { name: 'test-client', version: '1' };

export const ENVELOPE: JsonObject = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
  'io.modelcontextprotocol/clientCapabilities': {},
};

export function request(id: number | string, method: string, params?: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) };
}

/** A request of the stateless era. */
export function stateless(id: number | string, method: string, params: JsonObject = {}): JsonObject {
  return request(id, method, { ...params, _meta: ENVELOPE });
}

export function initialize(id: number, protocolVersion = '2025-11-25'): JsonObject {
  return request(id, 'initialize', { protocolVersion, capabilities: {}, clientInfo: CLIENT_INFO });
}

export const INITIALIZED: JsonObject = { jsonrpc: '2.0', method: 'notifications/initialized' };
