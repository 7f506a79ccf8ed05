import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../types.ts';
import type { RequestId } from './frame.ts';
import { createLedger } from './ledger.ts';
import { takeNotice } from './notices.ts';

/** A client of whose requests one hears of its progress, and another one is a subscription. */
function awaiting() {
  const told: unknown[] = [];
  const subscriptions = new Map<RequestId, 'asked' | 'open'>([[5, 'asked']]);
  const take = (method: string, params?: unknown) =>
    takeNotice({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) } as JsonObject, {
      subscriptions,
      progressOf: (token) => (token === 'mine' ? (progress) => void told.push(progress) : undefined),
      notified: (...given) => void told.push(given),
    });
  return { take, told, subscriptions };
}

const CONCERNS_ONE = [
  'notifications/progress',
  'notifications/cancelled',
  'notifications/subscriptions/acknowledged',
] as const;
const acknowledges = (id: unknown) => ({ _meta: { 'io.modelcontextprotocol/subscriptionId': id } });

describe('a notification', () => {
  it('of progress is told to who waits for it, without what has the wrong type', () => {
    const { take, told } = awaiting();
    const report = { progressToken: 'mine', progress: 1, total: 2, message: 'half' };
    expect(take('notifications/progress', { ...report, more: 'x' })).toBe('told');
    expect(take('notifications/progress', { ...report, progress: 0, total: '2', message: null })).toBe('told');
    expect(told).toEqual([{ progress: 1, total: 2, message: 'half' }, { progress: 0 }]);
  });

  it.each<[string, unknown, string]>([
    ['nobody waits for', { progressToken: 'other', progress: 1 }, 'no request waits for the progress that it tells of'],
    ['has no token', { progress: 1 }, 'no request waits for the progress that it tells of'],
    [
      'has a text for a number',
      { progressToken: 'mine', progress: '1' },
      'expected "progress" to be a number, got a string',
    ],
    ['has no number', { progressToken: 'mine' }, 'expected "progress" to be a number, got nothing'],
  ])('of progress is dropped when it %s', (_what, params, dropped) => {
    const { take, told } = awaiting();
    expect(take('notifications/progress', params)).toEqual({ dropped });
    expect(told).toEqual([]);
  });

  it('of a cancellation goes to the engine when it ends a subscription, once', () => {
    const { take, subscriptions } = awaiting();
    const none = { dropped: 'nothing that it could cancel is open' };
    expect(take('notifications/cancelled', { requestId: 'b' })).toEqual(none);
    expect(take('notifications/cancelled')).toEqual(none);
    expect(take('notifications/cancelled', { requestId: 5 })).toBe('engine');
    expect(take('notifications/cancelled', { requestId: 5 })).toEqual(none);
    expect([...subscriptions]).toEqual([]);
  });

  it('that acknowledges a subscription goes to the engine once, and opens it', () => {
    const { take, subscriptions } = awaiting();
    const method = 'notifications/subscriptions/acknowledged';
    const none = { dropped: 'no subscription waits to be acknowledged' };
    for (const id of [6, '5', {}, null]) expect(take(method, acknowledges(id))).toEqual(none);
    expect(take(method, { _meta: [5] })).toEqual(none);
    expect(subscriptions.get(5)).toBe('asked');
    expect(take(method, acknowledges(5))).toBe('engine');
    expect(subscriptions.get(5)).toBe('open');
    expect(take(method, acknowledges(5))).toEqual(none);
    expect([...subscriptions.keys()]).toEqual([5]);
  });

  it('of anything else is told with its method and its parameters, and never goes to the engine', () => {
    const { take, told } = awaiting();
    expect(take('notifications/tools/list_changed')).toBe('told');
    expect(take('toString', { level: 'info' })).toBe('told');
    expect(told).toEqual([
      ['notifications/tools/list_changed', {}],
      ['toString', { level: 'info' }],
    ]);
  });

  it('with hostile parameters is dropped', () => {
    // Null is kept away from here, as is all that is no object: see the next test.
    const params = fc.jsonValue().filter((value) => value !== null);
    fc.assert(
      fc.property(fc.constantFrom(...CONCERNS_ONE), params, (method, hostile) => {
        const { take, told } = awaiting();
        expect(take(method, hostile)).toEqual({ dropped: expect.any(String) });
        expect(told).toEqual([]);
      }),
    );
  });

  it('with hostile parameters never gets past the ledger', () => {
    const members = {
      progressToken: fc.oneof(fc.constant(0), fc.jsonValue()),
      requestId: fc.jsonValue(),
      _meta: fc.jsonValue(),
    };
    const params = fc.oneof(fc.jsonValue(), fc.record(members, { requiredKeys: [] }));
    fc.assert(
      fc.property(fc.constantFrom(...CONCERNS_ONE), params, (method, hostile) => {
        const logged: string[] = [];
        const ledger = createLedger('docs', (line) => logged.push(line), { hide: (text) => text });
        expect(ledger.received({ jsonrpc: '2.0', method, params: hostile })).toBeUndefined();
        expect(logged).toEqual([expect.stringMatching(/^MCP server "docs": a frame was dropped: /)]);
      }),
    );
  });
});
