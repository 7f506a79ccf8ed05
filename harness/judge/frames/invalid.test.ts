import { describe, expect, it } from 'vitest';
import type { JsonObject, WireFrame } from '../../../scenarios/types.ts';
import { invalidClientFrames } from './invalid.ts';

const POST = { method: 'POST', path: '/mcp', headers: {} };
const frame = (dir: 'c2s' | 's2c', message: unknown, rest: Partial<WireFrame> = {}): WireFrame => ({
  line: 1,
  process: 1,
  dir,
  text: '',
  ...(message !== undefined && { message: message as NonNullable<WireFrame['message']> }),
  ...rest,
});
const c2s = (message: unknown, rest?: Partial<WireFrame>): WireFrame => frame('c2s', message, rest);
const initialize = (protocolVersion: string): WireFrame[] => [
  c2s({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  }),
  frame('s2c', { jsonrpc: '2.0', id: 0, result: { protocolVersion, capabilities: {}, serverInfo: {} } }),
  c2s({ jsonrpc: '2.0', method: 'notifications/initialized' }),
];
const request = (method: string, params: JsonObject = {}): JsonObject => ({ jsonrpc: '2.0', id: 1, method, params });
const stateless = (method: string, params: JsonObject = {}): JsonObject =>
  request(method, {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  });

describe('a handshake session', () => {
  it.each([
    ['a known request', request('tools/list')],
    ['a batch in 2025-03-26', [request('tools/list'), request('ping')], '2025-03-26'],
    ['an error as an answer', { jsonrpc: '2.0', id: 5, error: { code: -32601, message: 'no' } }],
    ['a task request in 2025-11-25', request('tasks/get', { taskId: 'a' })],
  ])('takes %s', (_what, message, revision = '2025-11-25') => {
    expect(invalidClientFrames([...initialize(revision), c2s(message)])).toBe(0);
  });

  it.each([
    ['no JSON', undefined],
    ['a batch in 2025-11-25', [request('tools/list')]],
    ['an empty batch in 2025-03-26', [], '2025-03-26'],
    ['a batch with a broken message', [request('ping'), 5], '2025-03-26'],
    ['a number', 5],
    ['a request without jsonrpc', { id: 1, method: 'tools/list' }],
    ['a request with a null id', { jsonrpc: '2.0', id: null, method: 'tools/list' }],
    ['a request that lost its id', { jsonrpc: '2.0', method: 'tools/list' }],
    ['a method of no revision', request('tools/destroy')],
    ['a method of Object.prototype', request('toString')],
    ['a method of the other era', request('subscriptions/listen', { notifications: {} })],
    ['a task request in 2025-06-18', request('tasks/get', { taskId: 'a' }), '2025-06-18'],
    ['a call without a name', request('tools/call', { arguments: {} })],
    ['a result that answers nothing', { jsonrpc: '2.0', id: 5, result: {} }],
    ['both a result and an error', { jsonrpc: '2.0', id: 5, result: {}, error: { code: 1, message: 'a' } }],
  ])('counts %s', (_what, message, revision = '2025-11-25') => {
    expect(invalidClientFrames([...initialize(revision), c2s(message)])).toBe(1);
  });

  it('judges a result by what the server asked for', () => {
    const asked = (method: string): WireFrame => frame('s2c', { jsonrpc: '2.0', id: 5, method });
    const roots = c2s({ jsonrpc: '2.0', id: 5, result: { roots: [] } });
    expect(invalidClientFrames([...initialize('2025-11-25'), asked('roots/list'), roots])).toBe(0);
    expect(invalidClientFrames([...initialize('2025-11-25'), asked('elicitation/create'), roots])).toBe(1);
    expect(invalidClientFrames([...initialize('2025-11-25'), asked('ping'), roots])).toBe(0);
    expect(
      invalidClientFrames([
        ...initialize('2025-03-26'),
        asked('elicitation/create'),
        c2s({ jsonrpc: '2.0', id: 5, result: { action: 'decline' } }),
      ]),
    ).toBe(1);
  });

  it('keeps processes apart', () => {
    const other = initialize('2025-11-25').map((one) => ({ ...one, process: 2 }));
    const task = c2s(request('tasks/get', { taskId: 'a' }));
    expect(invalidClientFrames([...initialize('2025-06-18'), ...other, task, { ...task, process: 2 }])).toBe(1);
  });
});

describe('a stateless session', () => {
  it('takes requests with their metadata, and a cancellation', () => {
    const wire = [
      c2s(stateless('server/discover')),
      c2s(stateless('tools/call', { name: 'a' })),
      c2s({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
    ];
    expect(invalidClientFrames(wire)).toBe(0);
  });

  it.each([
    ['a request that lost its metadata', request('tools/list')],
    [
      'metadata without capabilities',
      request('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
    ],
    ['a ping, which this era does not have', stateless('ping')],
    ['a result', { jsonrpc: '2.0', id: 1, result: {} }],
    [
      'another notification',
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1 } },
    ],
    ['a cancellation of nothing', { jsonrpc: '2.0', method: 'notifications/cancelled', params: {} }],
  ])('counts %s', (_what, message) => {
    expect(invalidClientFrames([c2s(stateless('server/discover')), c2s(message)])).toBe(1);
  });

  it('may follow a handshake that was refused', () => {
    const [opening] = initialize('2025-11-25');
    const refused = frame('s2c', { jsonrpc: '2.0', id: 0, error: { code: -32022, message: 'no' } });
    expect(invalidClientFrames([...(opening ? [opening] : []), refused, c2s(stateless('tools/list'))])).toBe(0);
  });
});

describe('over HTTP', () => {
  it('only bodies that were posted to the endpoint count', () => {
    const wire = [
      c2s(request('ping'), { http: POST }),
      c2s(undefined, { http: { ...POST, method: 'GET' } }),
      c2s(undefined, { http: { ...POST, method: 'DELETE' } }),
      c2s({ client_name: 'a', redirect_uris: [] }, { http: { ...POST, path: '/register' } }),
      c2s(undefined, { http: { ...POST, path: '/token' } }),
    ];
    expect(invalidClientFrames(wire)).toBe(0);
    expect(invalidClientFrames([...wire, c2s(undefined, { http: { ...POST, path: '/mcp?a=b' } })])).toBe(1);
  });

  it('a client that never sends JSON-RPC is counted as well', () => {
    expect(invalidClientFrames([c2s({ hello: 1 }, { http: POST })])).toBe(1);
  });
});
