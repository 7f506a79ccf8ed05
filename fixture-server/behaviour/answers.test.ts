import { afterEach, describe, expect, it } from 'vitest';
import type { AnswerForm, Behaviour, Step } from '../../scenarios/behaviour.ts';
import { request, stateless } from '../test-support/messages.ts';
import { planWith, talkOverHttp, talkOverStdio } from '../test-support/talk.ts';

const GOOD = '{"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"plain text"}]}}';

let close: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(close.map((each) => each()));
  close = [];
});

/** At the first call only: what follows shows that the server goes on. */
function atFirstCall(...steps: Step[]): Behaviour {
  return { ledger: true, rules: [{ on: { method: 'tools/call', to: 1 }, do: steps }] };
}

function answered(form: AnswerForm): Behaviour {
  return atFirstCall({ answer: form });
}

async function overHttp(behaviour: Behaviour) {
  const talk = await talkOverHttp(planWith(behaviour));
  close.push(talk.close);
  await talk.open();
  return talk;
}

async function overStdio(behaviour: Behaviour) {
  const talk = talkOverStdio(planWith(behaviour));
  await talk.open();
  return talk;
}

const call = request(5, 'tools/call', { name: 'plain' });

describe('an answer', () => {
  it('without a rule for it is as ever, byte for byte', async () => {
    const [plain, scripted] = [
      await talkOverHttp({ ...planWith({}), behaviour: undefined as never }),
      await overHttp({}),
    ];
    close.push(plain.close);
    await plain.open();
    for (const talk of [plain, scripted]) {
      await talk.call(5);
      await talk.call(6, 'absent');
      await talk.callStateless(7, 'asks');
      await talk.post({ jsonrpc: '2.0', id: 8, result: {} });
    }
    const shown = (talk: typeof plain): unknown[] =>
      talk.tap.entries.map(({ http, ...rest }) =>
        JSON.parse(JSON.stringify({ ...rest, http }).replaceAll(String(talk.port), 'port')),
      );
    expect(shown(scripted)).toEqual(shown(plain));
    expect(shown(plain)).toHaveLength(12);
    const stdio = await overStdio({});
    stdio.say(call);
    expect(await stdio.line()).toBe(GOOD);
  });

  it('that is held back comes when another call has come', async () => {
    const until = atFirstCall({ until: { method: 'tools/call', number: 2 } }, { answer: {} });
    const http = await overHttp(until);
    const answers = await Promise.all([http.call(5), http.call(6)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(http.ledger.calls).toHaveLength(2);
    const stdio = await overStdio(until);
    stdio.say(call, request(6, 'tools/call', { name: 'plain' }));
    expect([await stdio.next(), await stdio.next()].map(({ id }) => id)).toEqual([6, 5]);
  });

  it('that waits is overtaken', async () => {
    const waits = atFirstCall({ wait: 20 }, { answer: {} });
    const stdio = await overStdio(waits);
    stdio.say(call, request(6, 'ping'));
    expect([await stdio.next(), await stdio.next()].map(({ id }) => id)).toEqual([6, 5]);
    const http = await overHttp(waits);
    expect((await http.call(5)).text).toBe(GOOD);
  });

  it('can be other bytes', async () => {
    const { text } = await (await overHttp(answered({ frame: '[{{id}}' }))).call(5);
    expect(text).toBe('[5');
    const stdio = await overStdio(answered({ frame: '[{{id}}' }));
    stdio.say(call);
    expect(await stdio.line()).toBe('[5');
  });

  it('can have a status and a form of its own', async () => {
    const failed = await (await overHttp(answered({ status: 500 }))).call(5);
    expect([failed.status, failed.text]).toEqual([500, GOOD]);
    const stream = await (await overHttp(answered({ as: 'sse' }))).call(5);
    expect([stream.headers['content-type'], stream.text]).toEqual([
      'text/event-stream',
      `event: message\ndata: ${GOOD}\n\n`,
    ]);
  });

  it('can be cut off', async () => {
    for (const cut of [0, 20]) {
      const http = await overHttp(answered({ cut }));
      await expect(http.call(5)).rejects.toMatchObject({ code: 'ECONNRESET' });
      expect(http.tap.entries.at(-1)?.bytes.toString()).toBe(GOOD.slice(0, cut));
      expect(http.ledger.calls).toEqual([{ tool: 'plain', arguments: {} }]);
      expect((await http.call(6)).status).toBe(200);
    }
    const stdio = await overStdio(answered({ cut: 20 }));
    stdio.say(call);
    expect(await stdio.line()).toBe(GOOD.slice(0, 20));
    expect(await stdio.line()).toBeUndefined();
  });

  it('can come in drips, whole in the end, and nothing comes between', async () => {
    const drips = answered({ drip: { bytes: 7, ms: 1 } });
    expect((await (await overHttp(drips)).call(5)).text).toBe(GOOD);
    const stdio = await overStdio(drips);
    stdio.say(call, request(6, 'ping'));
    expect(await stdio.line()).toBe(GOOD);
    expect(await stdio.next()).toMatchObject({ id: 6 });
  });

  it.each([{}, { chunked: true }, { as: 'sse' }] as const)('can be of any size: %j', async (form) => {
    const bytes = 3_000_000;
    const http = await overHttp(answered({ generate: bytes, ...form }));
    const { headers, text } = await http.call(5);
    expect(text.length).toBeGreaterThan(bytes);
    expect('content-length' in headers).toBe(!('chunked' in form || 'as' in form));
    const frame = text.replace(/^event: message\ndata: /, '');
    expect(JSON.parse(frame)).toEqual({
      jsonrpc: '2.0',
      id: 5,
      result: { content: [{ type: 'text', text: 'x'.repeat(bytes) }] },
    });
    expect(http.tap.entries.at(-1)?.bytes.toString()).toContain('"text":"{{generated}}"');
    const stdio = await overStdio(answered({ generate: bytes }));
    stdio.say(call);
    expect((await stdio.line())?.length).toBe(frame.trimEnd().length);
  });

  it('does not come without a step for it, and the call is executed only with one', async () => {
    const silent = await overStdio(atFirstCall());
    silent.say(call, request(6, 'ping'));
    expect(await silent.next()).toMatchObject({ id: 6 });
    const before = await overHttp(atFirstCall({ drop: 'answer' }));
    await expect(before.call(5)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(before.ledger.calls).toEqual([]);
    const after = await overHttp(atFirstCall({ execute: true }, { drop: 'answer' }));
    await expect(after.call(5)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await after.call(6, 'absent');
    expect(after.ledger.calls).toHaveLength(1);
  });

  it('can be a stream that ends without it', async () => {
    const { status, text } = await (await overHttp(atFirstCall({ end: 'answer' }))).call(5);
    expect([status, text]).toEqual([200, '']);
    const stdio = await overStdio(atFirstCall({ end: 'answer' }));
    stdio.say(call);
    expect(await stdio.line()).toBeUndefined();
  });

  it('is stamped in the stateless era, however it is made', async () => {
    const stdio = talkOverStdio(planWith(answered({ generate: 3 })));
    stdio.say(stateless(5, 'tools/call', { name: 'plain' }));
    expect(await stdio.next()).toMatchObject({ result: { resultType: 'complete', content: [{ text: 'xxx' }] } });
  });
});
