import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../scenarios/types.ts';
import { eraOf } from './dispatch.ts';
import { readFrame } from './frame.ts';
import { ENVELOPE, INITIALIZED, initialize, request, stateless } from './test-support/messages.ts';

const frame = (message: JsonObject | JsonObject[]) => readFrame(Buffer.from(JSON.stringify(message)));
const marked = { _meta: ENVELOPE };

describe('the era of a frame on a server of both', () => {
  it('is the stateless one by its metadata, however wrong, and by server/discover', () => {
    expect(eraOf(frame(stateless(1, 'tools/list')), 'both')).toBe('stateless');
    const wrong = { _meta: { 'io.modelcontextprotocol/protocolVersion': null } };
    expect(eraOf(frame(request(1, 'tools/list', wrong)), 'both')).toBe('stateless');
    expect(eraOf(frame(request(1, 'server/discover')), 'both')).toBe('stateless');
    expect(eraOf(frame({ ...INITIALIZED, params: marked }), 'both')).toBe('stateless');
  });

  it('is the stateless one by the headers of a request', () => {
    const body = frame(request(1, 'tools/list'));
    expect(eraOf(body, 'both', { 'mcp-protocol-version': '2026-07-28' })).toBe('stateless');
    expect(eraOf(body, 'both', { 'mcp-method': 'tools/list' })).toBe('stateless');
    expect(eraOf(undefined, 'both', { 'mcp-protocol-version': '2026-07-28' })).toBe('stateless');
    expect(eraOf(body, 'both', { 'mcp-protocol-version': '2025-11-25' })).toBe('handshake');
  });

  it('is the handshake one for initialize, whatever goes with it, and for all that has no mark', () => {
    const opening = frame({ ...initialize(1), params: { protocolVersion: '2025-11-25', ...marked } });
    expect(eraOf(opening, 'both', { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'initialize' })).toBe(
      'handshake',
    );
    for (const message of [
      request(1, 'tools/list'),
      INITIALIZED,
      { jsonrpc: '2.0', id: 1, result: {} },
      [stateless(1, 'ping')],
    ]) {
      expect(eraOf(frame(message), 'both')).toBe('handshake');
    }
    expect(eraOf(undefined, 'both')).toBe('handshake');
  });
});

it('a server of one era takes every frame as its own', () => {
  expect(eraOf(frame(stateless(1, 'server/discover')), 'handshake', { 'mcp-method': 'x' })).toBe('handshake');
  expect(eraOf(frame(initialize(1)), 'stateless')).toBe('stateless');
});
