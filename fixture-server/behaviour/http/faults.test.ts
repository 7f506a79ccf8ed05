import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import type { Behaviour, HttpAnswer, Occasion, Step } from '../../../scenarios/behaviour.ts';
import { open, send } from '../../test-support/http-request.ts';
import { initialize, request } from '../../test-support/messages.ts';
import { eventsOf, planWith, talkOverHttp } from '../../test-support/talk.ts';

let close: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(close.map((each) => each()));
  close = [];
});

async function talk(behaviour: Behaviour) {
  const given = await talkOverHttp(planWith(behaviour));
  close.push(given.close);
  return given;
}

const at = (on: Occasion, ...steps: Step[]): Behaviour => ({ rules: [{ on, do: steps }] });
const rpc = { code: -32001, message: 'Session not found' };

describe('an answer of HTTP', () => {
  it.each([400, 401, 403, 404, 405, 406, 411, 429, 500, 502, 503])(
    'of status %d has a body, or none',
    async (status) => {
      const bare = await talk(at({ http: 'POST' }, { http: { status, headers: { 'retry-after': '2' } } }));
      const refused = await send(bare.url, { body: initialize(7) });
      expect([refused.status, refused.headers['retry-after'], refused.text]).toEqual([status, '2', '']);
      const full = await talk(at({ method: 'initialize' }, { http: { status, rpc } }));
      const { text, headers } = await send(full.url, { body: initialize(7) });
      expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 7, error: rpc });
      expect(headers['content-type']).toBe('application/json');
      expect(full.tap.entries.at(-1)).toMatchObject({ dir: 's2c', http: { status }, bytes: Buffer.from(text) });
    },
  );

  it('can be a page for people, to HEAD and GET too', async () => {
    const page: HttpAnswer = { status: 200, headers: { 'content-type': 'text/html' }, text: '<!doctype html><p>Hello' };
    const { url, tap } = await talk(at({ http: '*' }, { http: page }));
    for (const method of ['HEAD', 'GET', 'POST']) {
      const { status, headers, text } = await send(url, { method });
      expect([status, headers['content-type'], text]).toEqual([200, 'text/html', method === 'HEAD' ? '' : page.text]);
    }
    expect(tap.entries.map(({ http }) => http)).toMatchObject([
      { method: 'HEAD' },
      { status: 200 },
      { method: 'GET' },
      { status: 200 },
      { method: 'POST' },
      { status: 200 },
    ]);
  });

  it.each([301, 302, 303, 307, 308])('can lead elsewhere: %d', async (status) => {
    const moved: Behaviour = {
      alsoAt: '/moved',
      rules: [
        {
          on: { http: 'POST', path: '/mcp', to: 1 },
          do: [{ http: { status, headers: { location: '{{here}}/moved' } } }],
        },
        {
          on: { http: 'POST', path: '/mcp' },
          do: [{ http: { status, headers: { location: '{{elsewhere}}/moved' } } }],
        },
      ],
    };
    const { url, port, tap } = await talk(moved);
    const path = new URL(url).pathname.replace('/mcp', '/moved');
    for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
      const { status: got, headers } = await send(url, { body: initialize(0) });
      expect([got, headers.location]).toEqual([status, origin + path]);
      expect((await send(headers.location ?? '', { body: initialize(0) })).status).toBe(200);
      expect(tap.entries.at(-2)?.http).toMatchObject({ path: '/moved' });
    }
  });

  it('can be held back, and be another only for some requests', async () => {
    const second = await talk(at({ http: 'POST', from: 2, to: 2 }, { wait: 5 }, { http: { status: 503 } }));
    const statuses = [];
    for (let id = 0; id < 3; id += 1) statuses.push((await send(second.url, { body: initialize(id) })).status);
    expect(statuses).toEqual([200, 503, 200]);
    const later = await talk(at({ http: 'POST' }, { wait: 5 }, { answer: {} }));
    expect((await send(later.url, { body: initialize(0) })).status).toBe(200);
  });

  it('can fail to come, by a connection that breaks', async () => {
    const { url } = await talk(at({ http: 'GET' }, { drop: 'answer' }));
    await expect(send(url, { method: 'GET' })).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('a session that ends by itself', () => {
  const lost = JSON.stringify({ jsonrpc: '2.0', id: 3, error: rpc });
  it.each([
    { expire: { status: 404 }, says: '' },
    { expire: { status: 404, rpc }, says: lost },
    { expire: { status: 200, rpc }, says: lost },
    { expire: { status: 400, text: 'no such session' }, says: 'no such session' },
  ] satisfies { expire: HttpAnswer; says: string }[])(
    'is answered from then on with $expire',
    async ({ expire, says }) => {
      const behaviour = at({ method: 'tools/call', from: 2, to: 2 }, { expire }, { answer: {} });
      const given = await talk({ ...behaviour, ledger: true });
      const session = await given.open();
      expect((await given.call(1)).status).toBe(200);
      const bodies = [];
      for (const id of [2, 3]) {
        const { status, text } = await given.post(request(id, 'tools/call', { name: 'plain' }), session);
        expect(status).toBe(expire.status);
        bodies.push(text);
      }
      expect(bodies[1]).toBe(says);
      await given.open();
      expect((await given.call(4)).status).toBe(200);
      expect(given.ledger.calls).toHaveLength(2);
    },
  );

  it('goes with everything else when the server starts anew', async () => {
    const given = await talk(at({ method: 'tools/call', to: 1 }, { exit: 1 }));
    await given.open();
    const stream = await given.get();
    const broken = once(stream.resume(), 'error');
    await expect(given.call(1)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' });
    expect((await given.call(2)).status).toBe(404);
    await given.open();
    expect((await given.call(3)).status).toBe(200);
  });
});

describe('an endpoint of HTTP+SSE alone', () => {
  it.each([400, 405, 406, 411, 404, 500, 401, 403])(
    'refuses POST with %d, and has its stream by GET',
    async (status) => {
      for (const sseOnly of [{ status }, { status, rpc }]) {
        const { url, tap } = await talk({ sseOnly });
        const refused = await send(url, { body: initialize(3) });
        expect(refused.status).toBe(status);
        expect(refused.text).toBe('rpc' in sseOnly ? JSON.stringify({ jsonrpc: '2.0', id: 3, error: rpc }) : '');
        const stream = await open(url, { method: 'GET', headers: { accept: 'text/event-stream' } });
        const events = eventsOf(stream);
        const { value } = await events.next();
        expect(value).toMatchObject({ event: 'endpoint' });
        const { data } = value as { data: string };
        expect((await send(new URL(data, url).href, { body: initialize(4) })).status).toBe(202);
        expect(JSON.parse(((await events.next()).value as { data: string }).data)).toMatchObject({ id: 4, result: {} });
        expect(
          tap.entries.map(({ http }) => (http !== undefined && 'method' in http ? `${http.method} ${http.path}` : '')),
        ).toEqual(['POST /mcp', '', 'GET /mcp', '', 'POST /messages', '', '']);
      }
    },
  );
});
