import { once } from 'node:events';
import { Client as Client2, SSEClientTransport as Sse2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as Sse1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { Behaviour } from '../../scenarios/behaviour.ts';
import type { ServerMode, ServingPlan } from '../../scenarios/types.ts';
import { open, send } from '../test-support/http-request.ts';
import { CLIENT_INFO, INITIALIZED, initialize, request, stateless } from '../test-support/messages.ts';
import { testPlan } from '../test-support/plan.ts';
import { eventsOf, planWith, talkOverHttp } from '../test-support/talk.ts';

let close: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(close.map((each) => each()));
  close = [];
});

async function serve(plan: ServingPlan = testPlan(), server: ServerMode = 'both') {
  const talk = await talkOverHttp(plan, { server, transport: 'sse' });
  close.push(talk.close);
  return talk;
}

/** A stream, and where its messages go. */
async function connect(url: string) {
  const stream = await open(url, { method: 'GET', headers: { accept: 'text/event-stream' } });
  const events = eventsOf(stream);
  const { event, data } = (await events.next()).value as { event?: string; data: string };
  expect([stream.statusCode, event]).toEqual([200, 'endpoint']);
  const messages = new URL(data, url).href;
  return {
    stream,
    messages,
    post: (body: Parameters<typeof send>[1]['body']) => send(messages, { ...(body !== undefined && { body }) }),
    next: async () => {
      const { value } = await events.next();
      return value === undefined ? undefined : (JSON.parse(value.data) as object);
    },
  };
}

const onCalls = (...steps: NonNullable<Behaviour['rules']>[number]['do']): ServingPlan =>
  planWith({ ledger: true, rules: [{ on: { method: 'tools/call', over: 'sse', to: 1 }, do: steps }] });
const call = (id: number) => request(id, 'tools/call', { name: 'plain' });

describe('HTTP+SSE', () => {
  it('tells where to post, takes with 202, answers on the stream, and writes all of it down', async () => {
    const { url, tap } = await serve();
    expect(new URL(url).pathname).toMatch(/^\/[0-9a-f]{16}\/sse$/);
    const peer = await connect(url);
    expect(peer.messages).toMatch(/\/[0-9a-f]{16}\/messages\?sessionId=[0-9a-f]{32}$/);
    expect(await peer.post(initialize(0, '2024-11-05'))).toMatchObject({ status: 202, text: '' });
    expect(await peer.next()).toMatchObject({ id: 0, result: { protocolVersion: '2024-11-05' } });
    await peer.post(INITIALIZED);
    await peer.post(call(1));
    expect(await peer.next()).toMatchObject({ id: 1, result: { content: [{ text: 'plain text' }] } });
    const { pathname, search } = new URL(peer.messages);
    const shown = tap.entries.map(({ exchange, dir, http, bytes }) => {
      const head = http === undefined ? '-' : 'method' in http ? `${http.method} ${http.path}` : http.status;
      return [exchange, dir, head, bytes.toString().slice(0, 70)];
    });
    expect(shown.slice(0, 5)).toEqual([
      [1, 'c2s', 'GET /sse', ''],
      [1, 's2c', 200, pathname + search],
      [2, 'c2s', 'POST /messages', JSON.stringify(initialize(0, '2024-11-05')).slice(0, 70)],
      [2, 's2c', 202, ''],
      [1, 's2c', '-', expect.stringMatching(/^\{"jsonrpc":"2.0","id":0/)],
    ]);
    expect(shown).toHaveLength(10);
  });

  it('keeps the stream alive with comments, which are no frames', async () => {
    const { url, tap } = await serve();
    const stream = await open(url, { method: 'GET', headers: { accept: 'text/event-stream' } });
    const [chunk] = (await once(stream, 'data')) as [Buffer];
    expect(chunk.toString()).toMatch(/^event: endpoint\ndata: \/.*\n\n: keep-alive\n\n$/);
    expect(tap.entries).toHaveLength(2);
    stream.destroy();
  });

  it('refuses what it does not have', async () => {
    const { url } = await serve();
    const { messages, stream } = await connect(url);
    const answer = async (...given: Parameters<typeof send>) => {
      const { status, headers } = await send(...given);
      return [status, headers.allow];
    };
    expect(await answer(url, { body: initialize(0) })).toEqual([405, 'GET']);
    expect(await answer(messages, { method: 'GET' })).toEqual([405, 'POST']);
    expect(await answer(messages.split('?')[0] ?? '', { body: initialize(0) })).toEqual([400, undefined]);
    expect(await answer(`${messages}0`, { body: initialize(0) })).toEqual([404, undefined]);
    expect(await answer(url.replace('/sse', '/mcp'), { body: initialize(0) })).toEqual([404, undefined]);
    expect(await answer(messages, { body: initialize(0), headers: { origin: 'https://evil.example' } })).toEqual([
      403,
      undefined,
    ]);
    // A session is its stream.
    stream.destroy();
    for (;;) {
      if ((await send(messages, { body: request(1, 'ping') })).status === 404) break;
    }
  });

  it('has the handshake era alone', async () => {
    const both = await connect((await serve()).url);
    await both.post(stateless('d', 'server/discover'));
    expect(await both.next()).toMatchObject({ id: 'd', error: { code: -32601 } });
    const other = await connect((await serve(testPlan(), 'stateless')).url);
    await other.post(initialize(1));
    expect(await other.next()).toMatchObject({ id: 1, error: { code: -32022 } });
  });

  it('ends with its run', async () => {
    const { url, remove } = await serve();
    const peer = await connect(url);
    remove();
    expect(await peer.next()).toBeUndefined();
  });
});

describe('a behaviour over HTTP+SSE', () => {
  it('answers as ever without a rule, and before the answer says what it is told to', async () => {
    const { url, tap } = await serve(
      onCalls({ notify: { method: 'notifications/x' } }, { answer: { malformed: 'no jsonrpc' } }),
    );
    const peer = await connect(url);
    await peer.post(initialize(0));
    await peer.next();
    expect((await peer.post(call(1))).status).toBe(202);
    expect([await peer.next(), await peer.next()]).toEqual([
      { jsonrpc: '2.0', method: 'notifications/x' },
      { id: 1, result: { content: [{ type: 'text', text: 'fine' }] } },
    ]);
    await peer.post(call(2));
    expect(await peer.next()).toMatchObject({ id: 2 });
    const order = tap.entries.map(({ exchange, dir }) => `${exchange}${dir}`).slice(5, 9);
    expect(order).toEqual(['3c2s', '3s2c', '1s2c', '1s2c']);
  });

  it('breaks the stream, before, in the middle of and without an answer', async () => {
    for (const [steps, executions] of [
      [[{ drop: 'answer' }], 0],
      [[{ answer: { cut: 30 } }], 1],
      [[{ execute: true }, { exit: 1 }], 1],
    ] satisfies [Parameters<typeof onCalls>, number][]) {
      const { url, ledger } = await serve(onCalls(...steps));
      const peer = await connect(url);
      await peer.post(initialize(0));
      await peer.next();
      const broken = peer.next().catch((error: NodeJS.ErrnoException) => error.code);
      await peer.post(call(1)).catch(() => undefined);
      expect(await broken).toBe('ECONNRESET');
      expect(ledger.calls).toHaveLength(executions);
      const again = await connect(url);
      await again.post(initialize(0));
      expect(await again.next()).toMatchObject({ id: 0 });
    }
  });

  it('refuses a POST, tells of changes, and forgets a session', async () => {
    const refuses = await connect((await serve(onCalls({ http: { status: 503 } }))).url);
    await refuses.post(initialize(0));
    await refuses.next();
    expect((await refuses.post(call(1))).status).toBe(503);
    const changes = await connect((await serve(onCalls({ answer: {} }, { listChanged: 1 }))).url);
    await changes.post(initialize(0));
    await changes.next();
    await changes.post(call(1));
    expect([await changes.next(), await changes.next()]).toMatchObject([
      { id: 1 },
      { method: 'notifications/tools/list_changed' },
    ]);
    const expires = await connect((await serve(onCalls({ answer: {} }, { expire: { status: 410 } }))).url);
    await expires.post(initialize(0));
    await expires.post(call(1));
    expect((await expires.post(call(2))).status).toBe(410);
  });
});

describe('clients that nobody here wrote', () => {
  it.each([testPlan(), planWith({})])('list and call over HTTP+SSE', async (plan) => {
    const first = new Client1(CLIENT_INFO);
    await first.connect(new Sse1(new URL((await serve(plan)).url)));
    const second = new Client2(CLIENT_INFO);
    await second.connect(new Sse2(new URL((await serve(plan)).url)));
    for (const client of [first, second]) {
      expect((await client.listTools()).tools.map(({ name }) => name).slice(0, 2)).toEqual(['everything', 'plain']);
      expect((await client.callTool({ name: 'plain' })).content).toEqual([{ type: 'text', text: 'plain text' }]);
      await client.close();
    }
  });
});
