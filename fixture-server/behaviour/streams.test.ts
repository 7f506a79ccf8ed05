import { afterEach, describe, expect, it } from 'vitest';
import type { Behaviour, Step } from '../../scenarios/behaviour.ts';
import type { JsonObject, ServingPlan } from '../../scenarios/types.ts';
import { open, statelessHeaders } from '../test-support/http-request.ts';
import { request, stateless } from '../test-support/messages.ts';
import { eventsOf, planWith, talkOverHttp, talkOverStdio, withMeta } from '../test-support/talk.ts';

const LIST_CHANGED = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
const capabilities: JsonObject = { tools: { listChanged: true }, logging: {} };
const other: ServingPlan['pages'] = [
  [
    {
      definition: { name: 'new', description: '', inputSchema: { type: 'object' } },
      answer: { result: { content: [] } },
    },
  ],
];

let close: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(close.map((each) => each()));
  close = [];
});

function plan(...steps: Step[]): ServingPlan {
  const behaviour: Behaviour = { rules: [{ on: { method: 'tools/call' }, do: steps }], toolSets: { other } };
  return planWith(behaviour, { capabilities });
}

async function overHttp(given: ServingPlan) {
  const talk = await talkOverHttp(given);
  close.push(talk.close);
  return talk;
}

async function messagesOf(stream: AsyncIterable<Buffer>, count: number): Promise<JsonObject[]> {
  const messages: JsonObject[] = [];
  for await (const { data } of eventsOf(stream)) {
    if (messages.push(JSON.parse(data) as JsonObject) === count) break;
  }
  return messages;
}

const call = request(5, 'tools/call', { name: 'plain' });
const named = (message: JsonObject): unknown =>
  (message['result'] as { tools: { name: string }[] }).tools.map(({ name }) => name);

describe('a list that changes', () => {
  const changes = plan({ answer: {} }, { tools: 'other' }, { listChanged: 2 });

  it('is told on stdio, as often as it is scripted, after the answer', async () => {
    const talk = talkOverStdio(changes);
    await talk.open();
    talk.say(call);
    expect(await talk.next()).toMatchObject({ id: 5 });
    expect([await talk.next(), await talk.next()]).toEqual([LIST_CHANGED, LIST_CHANGED]);
    talk.say(request(6, 'tools/list'));
    expect(named(await talk.next())).toEqual(['new']);
  });

  it('is told on the GET stream, to one that is opened later too', async () => {
    const talk = await overHttp(changes);
    await talk.open();
    await talk.call(5);
    const stream = await talk.get();
    expect(await messagesOf(stream, 2)).toEqual([LIST_CHANGED, LIST_CHANGED]);
    expect(talk.tap.entries.slice(-2)).toEqual([
      { dir: 's2c', exchange: 4, bytes: Buffer.from(JSON.stringify(LIST_CHANGED)) },
      { dir: 's2c', exchange: 4, bytes: Buffer.from(JSON.stringify(LIST_CHANGED)) },
    ]);
  });

  const asked = stateless('listen:0', 'subscriptions/listen', {
    notifications: { toolsListChanged: true, promptsListChanged: true },
  });
  const mark = { 'io.modelcontextprotocol/subscriptionId': 'listen:0' };
  const acknowledged = {
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: { toolsListChanged: true }, _meta: mark },
  };
  const told = { ...LIST_CHANGED, params: { _meta: mark } };

  it('is told to those who listen in the stateless era, marked as theirs: stdio', async () => {
    const talk = talkOverStdio(changes);
    // What changed before is not told.
    talk.say(stateless(4, 'tools/call', { name: 'plain' }), asked, stateless(5, 'tools/call', { name: 'absent' }));
    expect(await talk.next()).toMatchObject({ id: 4 });
    expect(await talk.next()).toEqual(acknowledged);
    expect(await talk.next()).toMatchObject({ id: 5 });
    expect([await talk.next(), await talk.next()]).toEqual([told, told]);
    // Who has cancelled is told no more.
    talk.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'listen:0' } });
    talk.say(stateless(6, 'tools/call', { name: 'absent' }), stateless(7, 'tools/list'));
    expect([await talk.next(), await talk.next()].map(({ id }) => id)).toEqual([6, 7]);
  });

  it('is told to those who listen in the stateless era, marked as theirs: HTTP', async () => {
    const talk = await overHttp(changes);
    const listen = { method: 'POST', headers: statelessHeaders('subscriptions/listen'), body: asked };
    const stream = await open(talk.url, listen);
    const received = messagesOf(stream, 3);
    await talk.callStateless(5);
    expect(await received).toEqual([acknowledged, told, told]);
  });

  it('has no subscriptions where nothing is declared to change', async () => {
    const talk = talkOverStdio(planWith({}));
    talk.say(asked);
    expect(await talk.next()).toMatchObject({ error: { code: -32601 } });
  });

  it('ends subscriptions with an answer, or without', async () => {
    for (const how of ['end', 'drop'] as const) {
      const talk = await overHttp(plan({ answer: {} }, how === 'end' ? { end: 'streams' } : { drop: 'streams' }));
      const listen = { method: 'POST', headers: statelessHeaders('subscriptions/listen'), body: asked };
      const stream = await open(talk.url, listen);
      const received: unknown[] = [];
      const ended = (async () => {
        for await (const { data } of eventsOf(stream)) received.push(JSON.parse(data));
      })().then(
        () => 'ended',
        (error: NodeJS.ErrnoException) => error.code,
      );
      await talk.callStateless(5);
      expect(await ended).toBe(how === 'end' ? 'ended' : 'ECONNRESET');
      const result = { resultType: 'complete', _meta: expect.objectContaining(mark) as JsonObject };
      expect(received.slice(1)).toEqual(how === 'end' ? [{ jsonrpc: '2.0', id: 'listen:0', result }] : []);
    }
  });

  it('ends the GET streams of sessions', async () => {
    const talk = await overHttp(plan({ answer: {} }, { end: 'streams' }));
    await talk.open();
    const stream = await talk.get();
    const ended = (async () => {
      for await (const _ of eventsOf(stream)) expect.unreachable();
    })();
    await talk.call(5);
    await ended;
  });
});

describe('before an answer', () => {
  const chatty = plan(
    { log: { level: 'debug', data: { quiet: true } } },
    { log: { level: 'error', logger: 'db', bytes: 5 } },
    { progress: { progress: 1, total: 2 } },
    { notify: { method: 'notifications/resources/list_changed', times: 2 } },
    { answer: {} },
  );
  const heard = (messages: JsonObject[]): unknown[] =>
    messages.map(({ method, id, params }) => method ?? { id, params });
  const LOG = 'notifications/message';
  const CHANGED = 'notifications/resources/list_changed';

  it('there are logs of the level that the client set, and progress for its token: stdio', async () => {
    const talk = talkOverStdio(chatty);
    await talk.open();
    const received: JsonObject[] = [];
    const receive = async (count: number) => {
      for (let at = 0; at < count; at += 1) received.push(await talk.next());
      return heard(received.splice(0));
    };
    talk.say(call);
    expect(await receive(5)).toEqual([LOG, LOG, CHANGED, CHANGED, { id: 5 }]);
    talk.say(request(6, 'logging/setLevel', { level: 'error' }));
    expect(await talk.next()).toEqual({ jsonrpc: '2.0', id: 6, result: {} });
    talk.say(request(7, 'tools/call', { name: 'plain', _meta: { progressToken: 'p' } }));
    expect(await talk.next()).toEqual({
      jsonrpc: '2.0',
      method: LOG,
      params: { level: 'error', logger: 'db', data: 'xxxxx' },
    });
    expect(await talk.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: 1, total: 2 },
    });
    expect(await receive(3)).toEqual([CHANGED, CHANGED, { id: 7 }]);
  });

  it('they make the answer a stream over HTTP, a line of the tap each', async () => {
    const talk = await overHttp(chatty);
    await talk.open();
    const { headers, text } = await talk.call(5);
    expect(headers['content-type']).toBe('text/event-stream');
    expect(text.match(/^event: message$/gm)).toHaveLength(5);
    const lines = talk.tap.entries.filter(({ exchange, dir }) => exchange === 3 && dir === 's2c');
    expect(lines.map(({ http }) => http !== undefined)).toEqual([true, false, false, false, false]);
    expect(lines.at(-1)?.bytes.toString()).toContain('"id":5');
  });

  it('they are sent in the stateless era only to who asks for them', async () => {
    const talk = await overHttp(chatty);
    const events = async (meta: JsonObject) => {
      const { text } = await talk.callStateless(5, 'plain', meta);
      return [...text.matchAll(/"method":"([^"]+)"/g)].map(([, method]) => method);
    };
    expect(await events({})).toEqual([CHANGED, CHANGED]);
    expect(await events({ 'io.modelcontextprotocol/logLevel': 'warning' })).toEqual([LOG, CHANGED, CHANGED]);
    const stdio = talkOverStdio(chatty);
    stdio.say(withMeta(stateless(5, 'tools/call', { name: 'plain' }), { 'io.modelcontextprotocol/logLevel': 'debug' }));
    expect(heard([await stdio.next(), await stdio.next()])).toEqual([LOG, LOG]);
  });

  it('there can be noise', async () => {
    const talk = talkOverStdio(plan({ send: 'Listening for {{id}}' }, { answer: {} }));
    await talk.open();
    talk.say(call);
    expect(await talk.line()).toBe('Listening for 5');
    expect(await talk.next()).toMatchObject({ id: 5 });
  });
});

describe('an answer that is suspended', () => {
  it('is had by a GET that names the event, whichever of the two comes first', async () => {
    for (const steps of [
      [{ suspend: { retry: 7 } }, { answer: {} }],
      [{ suspend: {} }, { until: { method: 'ping', number: 1 } }, { answer: {} }],
    ] satisfies Step[][]) {
      const talk = await overHttp(plan(...steps));
      await talk.open();
      const { text } = await talk.call(5);
      expect(text).toBe(`id: event-3\n${steps.length === 2 ? 'retry: 7\n' : ''}data: \n\n`);
      const stream = await talk.get({ 'last-event-id': 'event-3' });
      const resumed = messagesOf(stream, 2);
      await talk.post(request(6, 'ping'));
      expect(await resumed).toMatchObject([{ id: 5 }]);
    }
  });
});
