import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConnectionError } from './errors.ts';
import { createLedger } from './ledger.ts';
import { type Outline, outlines } from './outline.ts';

const LOGS = 'notifications/message';

function ledgerWith(id: number | undefined, method = 'tools/call') {
  const logged: string[] = [];
  const hide = (text: string) => text.replaceAll('s3cret', '[REDACTED]');
  const ledger = createLedger('docs', (line) => logged.push(line), { hide });
  const flight = ledger.begin(method, () => ({ content: [] }));
  if (id !== undefined) ledger.sent({ jsonrpc: '2.0', id, method });
  return { ledger, flight, logged };
}

describe('a ledger', () => {
  it('takes the id of the announced request, once, and of no other', () => {
    const { ledger, flight } = ledgerWith(undefined);
    expect(ledger.sent({ jsonrpc: '2.0', id: 1, result: {} })).toBeUndefined();
    expect(ledger.sent({ jsonrpc: '2.0', method: 'notifications/cancelled' })).toBeUndefined();
    expect(ledger.sent({ jsonrpc: '2.0', id: 2, method: 'tools/call' })).toBe(2);
    expect(ledger.sent({ jsonrpc: '2.0', id: 3, method: 'tools/call' })).toBeUndefined();
    expect(flight.id).toBe(2);
  });

  it('keeps the result as it came and hands the stand-in on', () => {
    const { ledger, flight } = ledgerWith(4);
    const result = { content: 'broken', _meta: 'nope' };
    expect(ledger.received({ jsonrpc: '2.0', id: 4, result })).toEqual({
      jsonrpc: '2.0',
      id: 4,
      result: { content: [] },
    });
    expect(flight.result).toBe(result);
  });

  it('accepts the id as a string of digits', () => {
    const { ledger, flight } = ledgerWith(5);
    expect(ledger.received({ jsonrpc: '2.0', id: '5', result: {} })).toMatchObject({ id: 5 });
    expect(flight.answered).toBe(true);
  });

  it('turns a malformed answer into an error at once', () => {
    const { ledger, flight } = ledgerWith(6);
    expect(ledger.received({ jsonrpc: '2.0', id: 6, result: null })).toMatchObject({ id: 6, error: { code: -32603 } });
    expect(flight.failure).toMatchObject({
      code: 'malformed_frame',
      message: 'MCP server "docs" sent a malformed answer to tools/call: expected "result" to be an object, got null',
    });
  });

  it('drops and logs what no request waits for: another id, a second answer, a late one', () => {
    const { ledger, flight, logged } = ledgerWith(7);
    expect(ledger.received({ jsonrpc: '2.0', id: 8, result: {} })).toBeUndefined();
    ledger.received({ jsonrpc: '2.0', id: 7, result: { first: true } });
    expect(ledger.received({ jsonrpc: '2.0', id: 7, result: { first: false } })).toBeUndefined();
    ledger.end();
    expect(ledger.received({ jsonrpc: '2.0', id: 7, result: {} })).toBeUndefined();
    expect(flight.result).toEqual({ first: true });
    expect(logged).toEqual(
      [8, 7, 7].map((id) => `MCP server "docs": a frame was dropped: no request waits for the answer with id ${id}`),
    );
  });

  it('matches a fault or an error without an id only where the transport knows the request', () => {
    const { ledger, flight } = ledgerWith(9);
    const refusal = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'parse error' } };
    expect(ledger.received(refusal)).toBeUndefined();
    expect(ledger.received(refusal, 8)).toBeUndefined();
    expect(ledger.received(refusal, 9)).toEqual({ ...refusal, id: 9 });
    expect(flight.answered).toBe(true);
  });

  it('guesses whose an answer without an id is only while nothing else of ours can have been answered', () => {
    const { ledger } = ledgerWith(9);
    const nameless = { jsonrpc: '2.0', result: {} };
    const noise = [5, null, 'ready', [nameless], { level: 30, error: 'logged' }, { jsonrpc: '2.0', method: 'ping' }];
    expect([...noise, nameless].map((value) => ledger.guess(value))).toEqual([...noise.map(() => undefined), 9]);
    ledger.sent({ jsonrpc: '2.0', method: 'notifications/cancelled' });
    expect(ledger.guess(nameless)).toBeUndefined();
    ledger.received({ jsonrpc: '2.0', id: 9, result: {} });
    ledger.begin('tools/call', () => ({}));
    ledger.sent({ jsonrpc: '2.0', id: 10, method: 'tools/call' });
    expect(ledger.guess(nameless)).toBe(10);
  });

  it('keeps in mind what was dropped while a request waited', () => {
    const { ledger } = ledgerWith(9);
    ledger.missed('not_json', 'a line that is no JSON: hello');
    for (const id of [8, 7, 6, 5]) ledger.received({ jsonrpc: '2.0', id, result: {} });
    expect(ledger.dropped()?.fault()).toBe('not_json');
    expect(ledger.dropped()?.words()).toBe(
      '; what it sent meanwhile was dropped: a line that is no JSON: hello; no request waits for the answer with id 8; no request waits for the answer with id 7; and 2 more',
    );
    ledger.begin('tools/call', () => ({}));
    expect(ledger.dropped()?.words()).toBe('');
  });

  it('ends the flight with an error of ours, unless it is another request that failed', () => {
    const { ledger, flight } = ledgerWith(10);
    const error = new ConnectionError('too_large', 'large');
    expect(ledger.fail(error, 11)).toBeUndefined();
    expect(ledger.waits(10)).toBe(true);
    expect(ledger.fail(error, 10)).toEqual({ jsonrpc: '2.0', id: 10, error: { code: -32603, message: 'large' } });
    expect(ledger.waits(10)).toBe(false);
    expect(flight.failure).toBe(error);
    expect(ledger.fail(error)).toBeUndefined();
  });

  it('passes requests of the server on unread, since all are declined', () => {
    const { ledger } = ledgerWith(undefined);
    const asked = { jsonrpc: '2.0', id: 1, method: 'sampling/createMessage' };
    expect(ledger.received({ ...asked, params: { messages: ['x'] } })).toEqual(asked);
  });

  it('tells of notifications, and passes on only those that the engine waits for', () => {
    const told: unknown[] = [];
    const ledger = createLedger(
      'docs',
      (line) => told.push(line),
      { hide: (text) => text },
      (...all) => told.push(all),
    );
    const note = (method: string, params?: object) =>
      ledger.received({ jsonrpc: '2.0', method, ...(params && { params }) });
    expect(note('notifications/message', { data: 'hi' })).toBeUndefined();
    expect(note('notifications/tools/list_changed')).toBeUndefined();
    ledger.sent({ jsonrpc: '2.0', id: 'mine', method: 'subscriptions/listen' });
    const cancelled = ['other', 'mine', 'mine'].map((requestId) => note('notifications/cancelled', { requestId }));
    expect(cancelled.map((message) => message !== undefined)).toEqual([false, true, false]);
    const nobody = 'MCP server "docs": a frame was dropped: nothing that it could cancel is open';
    expect(told).toEqual([
      ['notifications/message', { data: 'hi' }],
      ['notifications/tools/list_changed', {}],
      nobody,
      nobody,
    ]);
  });

  it('tells the request that waits of its progress, and nobody else', () => {
    const { ledger, logged } = ledgerWith(undefined);
    const told: unknown[] = [];
    const progress = (progressToken: unknown) =>
      ledger.received({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } });
    ledger.begin(
      'tools/call',
      () => ({ content: [] }),
      (report) => told.push(report),
    );
    progress(undefined);
    ledger.sent({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { _meta: { progressToken: 't' } } });
    progress('t');
    progress(3);
    ledger.received({ jsonrpc: '2.0', id: 3, result: {} });
    progress('t');
    expect(told).toEqual([{ progress: 1 }]);
    const nobody = 'MCP server "docs": a frame was dropped: no request waits for the progress that it tells of';
    expect(logged).toEqual([nobody, nobody, nobody]);
  });

  it('knows the progress of a request also by its token as a string of digits', () => {
    const { ledger } = ledgerWith(undefined);
    const told: unknown[] = [];
    ledger.begin(
      'tools/call',
      () => ({ content: [] }),
      (report) => told.push(report),
    );
    ledger.sent({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { _meta: { progressToken: 3 } } });
    for (const progressToken of ['3', 3, '4', [3], undefined])
      ledger.received({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } });
    expect(told).toEqual([{ progress: 1 }, { progress: 1 }]);
  });

  it('is not brought down by who is told of a notification', () => {
    const logged: string[] = [];
    const tell = () => {
      throw new Error('no disk');
    };
    const ledger = createLedger('docs', (line) => logged.push(line), { hide: (text) => text }, tell);
    expect(ledger.received({ jsonrpc: '2.0', method: 'notifications/message' })).toBeUndefined();
    expect(logged).toEqual(['MCP server "docs": a frame was dropped: no disk']);
  });

  it('says how much of a message is worth its memory', () => {
    const { ledger, logged } = ledgerWith(5);
    const wants = (outline: object, bytes = 1e6) => ledger.wants(outline, bytes);
    const requests = [
      { method: 'ping', id: 1 },
      { method: {}, id: null },
      { method: LOGS, id: 1 },
    ];
    const bare = [{ method: 'notifications/tools/list_changed' }, { method: 'n' }, { method: null }];
    const answers = [{ id: 6, result: {} }, { id: 6, error: 1 }, {}];
    for (const outline of [...requests, ...bare, ...answers]) expect(wants(outline)).toBe('outline');
    expect([wants({ method: LOGS }, 65_536), wants({ method: LOGS }, 65_537)]).toEqual(['whole', 'nothing']);
    expect([wants({ id: 5 }), wants({ id: '5' }), wants({ id: 6, error: {} })]).toEqual(['whole', 'whole', 'nothing']);
    expect([ledger.wants({}, 1e6, 5), ledger.wants({ id: {} }, 1e6, 5)]).toEqual(['whole', 'whole']);
    expect(logged).toEqual([]);
    ledger.overlooked({ method: LOGS }, 65_537);
    ledger.overlooked({ id: 6 }, 1e6);
    ledger.overlooked({ id: {} }, 1e6);
    const dropped = 'MCP server "docs": a frame was dropped: ';
    expect(logged).toEqual([
      `${dropped}expected a notification to have at most 65536 bytes, got one of 65537`,
      `${dropped}no request waits for the answer with id 6`,
      `${dropped}no request waits for an answer without an id`,
    ]);
  });

  it('settles the request that waits by whatever it wanted the whole of', () => {
    const id = fc.oneof(fc.constantFrom(5, '5', 6, null, 1.5, 'x'.repeat(70_000)), fc.jsonValue());
    const members = { jsonrpc: fc.constantFrom('2.0', '1.0'), id, result: fc.jsonValue(), error: fc.jsonValue() };
    fc.assert(
      fc.property(fc.record(members, { requiredKeys: [] }), fc.boolean(), (message, isReply) => {
        const { ledger, flight } = ledgerWith(5);
        const [outline] = [...outlines(Buffer.from(JSON.stringify(message)))] as Outline[];
        const meant = (value: unknown) => (isReply ? 5 : ledger.guess(value));
        const wanted = ledger.wants(outline ?? {}, 100, meant(outline));
        ledger.received(message, meant(message));
        expect(flight.answered).toBe(wanted === 'whole');
      }),
      { numRuns: 1000 },
    );
  });

  it('wants only so much of what each kind of notification carries between two requests', () => {
    const { ledger, logged } = ledgerWith(5);
    const wants = (method: string, bytes = 2 ** 16) => ledger.wants({ method }, bytes);
    for (let times = 0; times < 31; times += 1) expect(wants(LOGS)).toBe('whole');
    expect([wants(LOGS, 65_500), wants(LOGS, 40), wants(LOGS, 36), wants(LOGS, 1)]).toEqual([
      'whole',
      'nothing',
      'whole',
      'nothing',
    ]);
    expect([wants('notifications/progress'), wants('notifications/tools/list_changed')]).toEqual(['whole', 'outline']);
    expect([wants('notifications/cancelled'), wants('notifications/cancelled', 1)]).toEqual(['whole', 'nothing']);
    ledger.overlooked({ method: LOGS }, 40);
    expect(logged).toEqual([
      'MCP server "docs": a frame was dropped: expected at most 2097152 bytes of such notifications between two requests, got more',
    ]);
    ledger.begin('tools/call', () => ({}));
    expect(wants(LOGS)).toBe('whole');
  });

  it('keeps secrets out of what it hands on of a refusal, and out of the log', () => {
    const { ledger, logged } = ledgerWith(9);
    ledger.received({ jsonrpc: '2.0', id: 's3cret', result: {} });
    const answer = ledger.received({ jsonrpc: '2.0', id: 9, error: { code: 1, message: 'no such token: s3cret' } });
    expect(answer).toEqual({ jsonrpc: '2.0', id: 9, error: { code: 1, message: 'no such token: [REDACTED]' } });
    expect(logged).toEqual([
      'MCP server "docs": a frame was dropped: no request waits for the answer with id [REDACTED]',
    ]);
  });

  it('lets only so many requests of the server in before their answers have left', () => {
    const { ledger, logged } = ledgerWith(10);
    const ask = (id: number) => ledger.received({ jsonrpc: '2.0', id, method: 'ping' });
    for (let id = 0; id < 70; id += 1) ask(id);
    expect(logged).toHaveLength(6);
    expect(new Set(logged)).toEqual(
      new Set([
        'MCP server "docs": a frame was dropped: expected at most 64 open requests of the server, got another one',
      ]),
    );
    ledger.answered(3);
    expect(ask(70)).toEqual({ jsonrpc: '2.0', id: 70, method: 'ping' });
  });

  it('counts a request whose answer has not left as open although the server cancels it', () => {
    const { ledger } = ledgerWith(undefined);
    const ask = () => ledger.received({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(ask()).toBeDefined();
    ledger.received({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(ask()).toBeUndefined();
    ledger.answered(1);
    expect(ask()).toBeDefined();
  });
});
