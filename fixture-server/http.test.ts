import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, ServerMode } from '../scenarios/types.ts';
import { type HttpFixture, startHttpFixture } from './http.ts';
import { fileTap, noTap } from './tap.ts';
import { open, send, statelessHeaders } from './test-support/http-request.ts';
import { ENVELOPE, INITIALIZED, initialize, request, stateless } from './test-support/messages.ts';
import { testPlan } from './test-support/plan.ts';
import { memoryTap, readWire } from './test-support/wire.ts';

let fixture: HttpFixture;
let runs = 0;

beforeAll(async () => {
  fixture = await startHttpFixture();
});

afterAll(() => fixture.close());

function serve(server: ServerMode = 'both', httpAnswer: 'json' | 'sse' = 'json') {
  runs += 1;
  const tap = memoryTap();
  return { tap, ...fixture.add({ key: `run ${runs}`, plan: testPlan(httpAnswer), server, tap }) };
}

async function openSession(url: string, revision?: string): Promise<Record<string, string>> {
  const { status, headers } = await send(url, { body: initialize(0, revision) });
  expect(status).toBe(200);
  return { 'mcp-session-id': String(headers['mcp-session-id']) };
}

async function refusal(
  url: string,
  options: Parameters<typeof send>[1],
): Promise<{ status: number; code?: number; id?: unknown; data?: unknown }> {
  const { status, text } = await send(url, options);
  if (text === '') return { status };
  const { id, error } = JSON.parse(text) as { id?: unknown; error: { code: number; data?: unknown } };
  return {
    status,
    code: error.code,
    ...(id !== undefined && { id }),
    ...(error.data !== undefined && { data: error.data }),
  };
}

describe('what HTTP itself refuses', () => {
  it('is a Host or an Origin of somewhere else', async () => {
    const { url } = serve();
    const body = initialize(0);
    const forbidden = { status: 403, code: -32600 };
    for (const host of [
      'evil.example',
      `evil.example:${fixture.port}`,
      '127.0.0.1.evil.example',
      'localhost@evil.example',
    ]) {
      expect(await refusal(url, { body, headers: { host } })).toEqual(forbidden);
    }
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost.evil.example',
      'http://evil.example/localhost',
      'file://',
    ]) {
      expect(await refusal(url, { body, headers: { origin } })).toEqual(forbidden);
      expect(await refusal(url, { method: 'GET', headers: { origin } })).toEqual(forbidden);
    }
    for (const headers of [
      { host: `localhost:${fixture.port}` },
      { host: `[::1]:${fixture.port}` },
      { origin: 'http://localhost:3000' },
      { origin: 'https://127.0.0.1' },
    ]) {
      expect((await send(url, { body, headers })).status).toBe(200);
    }
  });

  it('is a wrong Accept, Content-Type, method or path', async () => {
    const { url, tap } = serve();
    const body = initialize(0);
    for (const accept of ['application/json', 'text/event-stream', '*/*', 'application/json;q=1']) {
      expect(await refusal(url, { body, headers: { accept } })).toEqual({ status: 406, code: -32600 });
    }
    expect(await refusal(url, { method: 'GET', headers: { accept: 'application/json' } })).toMatchObject({
      status: 406,
    });
    expect((await send(url, { body, headers: { accept: 'TEXT/event-stream;q=0.5 , application/json' } })).status).toBe(
      200,
    );
    for (const type of ['text/plain', 'application/jsonp', '']) {
      expect(await refusal(url, { body, headers: { 'content-type': type } })).toEqual({ status: 415, code: -32600 });
    }
    expect((await send(url, { body, headers: { 'content-type': 'Application/JSON; charset=utf-8' } })).status).toBe(
      200,
    );
    const put = await send(url, { method: 'PUT', body });
    expect([put.status, put.headers.allow]).toEqual([405, 'GET, POST, DELETE']);
    expect(await refusal(url.replace('/mcp', '/sse'), { body })).toEqual({ status: 404, code: -32600 });
    expect(tap.entries.at(-2)?.http).toMatchObject({ method: 'POST', path: '/sse' });
    expect(await refusal(`http://127.0.0.1:${fixture.port}/mcp`, { body })).toEqual({ status: 404 });
  });

  it('is a body of more than 4 MiB, of which it keeps as much', async () => {
    const { url, tap } = serve();
    const body = (length: number): JsonObject => request(1, 'ping', { filler: 'x'.repeat(length) });
    expect(await refusal(url, { body: body(4 * 1024 * 1024) })).toEqual({ status: 413, code: -32600 });
    expect(tap.entries[0]?.bytes.length).toBe(4 * 1024 * 1024);
    // As large as is allowed: refused for what it lacks, not for its size.
    const overhead = JSON.stringify(body(0)).length;
    expect(await refusal(url, { body: body(4 * 1024 * 1024 - overhead) })).toMatchObject({ status: 400, id: 1 });
  });

  it('is no JSON', async () => {
    const { url, tap } = serve('stateless');
    const bytes = Buffer.from([0xff, 0xfe]);
    expect(await refusal(url, { body: bytes })).toEqual({ status: 400, code: -32700 });
    expect(await refusal(url, { body: '{' })).toEqual({ status: 400, code: -32700 });
    expect(await refusal(url, {})).toEqual({ status: 400, code: -32700 });
    expect(tap.entries[0]?.bytes).toEqual(bytes);
  });
});

describe('sessions of the handshake era', () => {
  it('have the same ids each time and are asked for ever after', async () => {
    const { url, remove } = serve();
    const first = await openSession(url);
    const second = await openSession(url);
    expect(first['mcp-session-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toEqual(first);
    remove();
    runs -= 1;
    const again = serve();
    expect(again.url).toBe(url);
    expect(await openSession(again.url)).toEqual(first);

    const body = request(1, 'tools/list');
    expect((await send(url, { body, headers: first })).status).toBe(200);
    expect(await refusal(url, { body })).toEqual({ status: 400, code: -32600, id: 1 });
    expect(await refusal(url, { body: INITIALIZED })).toEqual({ status: 400, code: -32600 });
    expect(await refusal(url, { body, headers: second })).toEqual({ status: 404, code: -32600, id: 1 });
    expect((await send(url, { body: INITIALIZED, headers: first })).status).toBe(202);
    expect((await send(url, { body: { jsonrpc: '2.0', id: 3, result: {} }, headers: first })).status).toBe(202);
  });

  it('are opened by an initialize that names none', async () => {
    const { url } = serve();
    const session = await openSession(url);
    expect(await refusal(url, { body: initialize(5), headers: session })).toEqual({ status: 400, code: -32600, id: 5 });
    const unknown = { 'mcp-session-id': 'f'.repeat(32) };
    expect(await refusal(url, { body: initialize(5), headers: unknown })).toEqual({ status: 404, code: -32600, id: 5 });
    const without = await send(url, { body: request(6, 'initialize') });
    expect(JSON.parse(without.text)).toMatchObject({ id: 6, error: { code: -32602 } });
    expect(without.headers).not.toHaveProperty('mcp-session-id');
  });

  it('end by DELETE', async () => {
    const { url } = serve();
    const headers = await openSession(url);
    expect(await refusal(url, { method: 'DELETE' })).toEqual({ status: 400, code: -32600 });
    expect(await send(url, { method: 'DELETE', headers })).toMatchObject({ status: 204, text: '' });
    expect(await refusal(url, { method: 'DELETE', headers })).toEqual({ status: 404, code: -32600 });
    expect(await refusal(url, { body: request(1, 'ping'), headers })).toEqual({ status: 404, code: -32600, id: 1 });
  });

  it('have a stream each GET, open until the session ends', async () => {
    const { url, tap } = serve();
    const headers = await openSession(url);
    const stream = await open(url, { method: 'GET', headers });
    expect([stream.statusCode, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(tap.entries.at(-1)).toMatchObject({
      exchange: 2,
      dir: 's2c',
      http: { status: 200 },
      bytes: Buffer.from(''),
    });
    // Other requests are answered meanwhile.
    expect((await send(url, { body: request(1, 'ping'), headers })).text).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
    const ended = once(stream.resume(), 'end');
    await send(url, { method: 'DELETE', headers });
    await ended;
    expect(await refusal(url, { method: 'GET' })).toEqual({ status: 400, code: -32600 });
    expect(await refusal(url, { method: 'GET', headers })).toEqual({ status: 404, code: -32600 });
  });

  it('end with their run', async () => {
    const { url, remove } = serve();
    const headers = await openSession(url);
    const stream = await open(url, { method: 'GET', headers });
    const ended = once(stream.resume(), 'end');
    remove();
    await ended;
    expect(await refusal(url, { body: request(1, 'ping'), headers })).toEqual({ status: 404 });
  });

  it('speak no revision but those that are agreed on by handshake', async () => {
    const { url } = serve('handshake');
    const session = await openSession(url);
    const body = request(1, 'ping');
    for (const revision of ['2024-11-05', '2025-11-25']) {
      expect((await send(url, { body, headers: { ...session, 'mcp-protocol-version': revision } })).status).toBe(200);
    }
    for (const revision of ['2026-07-28', '1']) {
      const headers = { ...session, 'mcp-protocol-version': revision };
      expect(await refusal(url, { body, headers })).toEqual({ status: 400, code: -32600, id: 1 });
      expect(await refusal(url, { method: 'GET', headers })).toEqual({ status: 400, code: -32600 });
    }
  });

  it('take batches in 2025-03-26 alone', async () => {
    const { url } = serve('both', 'sse');
    const body = [request(1, 'ping'), INITIALIZED];
    const headers = await openSession(url, '2025-03-26');
    expect((await send(url, { body, headers })).text).toBe(
      'event: message\ndata: [{"jsonrpc":"2.0","id":1,"result":{}}]\n\n',
    );
    expect((await send(url, { body: [INITIALIZED], headers })).status).toBe(202);
    expect(await refusal(url, { body, headers: await openSession(url) })).toEqual({ status: 400, code: -32600 });
    expect(await refusal(url, { body, headers: statelessHeaders('ping') })).toEqual({ status: 400, code: -32600 });
  });
});

describe('the stateless era over HTTP', () => {
  it('wants headers that say what the body says', async () => {
    const { url } = serve();
    const body = stateless(1, 'tools/call', { name: 'plain' });
    const right = statelessHeaders('tools/call', 'plain');
    expect((await send(url, { body, headers: right })).status).toBe(200);
    const wrong = [
      { 'mcp-method': 'tools/call', 'mcp-name': 'plain' },
      { ...right, 'mcp-protocol-version': '2025-11-25' },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-name': 'plain' },
      { ...right, 'mcp-method': 'tools/list' },
      { ...right, 'mcp-method': 'TOOLS/CALL' },
      statelessHeaders('tools/call'),
      { ...right, 'mcp-name': 'Plain' },
      { ...right, 'mcp-name': '=?base64?!!?=' },
    ];
    for (const headers of wrong) {
      expect(await refusal(url, { body, headers })).toEqual({
        status: 400,
        code: -32020,
        id: 1,
      });
    }
    const encoded = { ...right, 'mcp-name': `=?base64?${Buffer.from('plain').toString('base64')}?=` };
    expect((await send(url, { body, headers: encoded })).status).toBe(200);
  });

  it('wants the headers that a tool marks in its schema', async () => {
    const [, second = []] = testPlan().pages;
    const inputSchema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
    const answer = { result: { content: [] } };
    const pages = [[{ definition: { name: 'marked', description: '', inputSchema }, answer }], second];
    const { url, remove } = fixture.add({ key: 'marked', plan: { ...testPlan(), pages }, server: 'both', tap: noTap });
    const call = async (given: JsonObject, more: Record<string, string> = {}) => {
      const body = stateless(1, 'tools/call', { name: 'marked', arguments: given });
      const { status, code } = await refusal(url, {
        body,
        headers: { ...statelessHeaders('tools/call', 'marked'), ...more },
      });
      return [status, code];
    };
    const zurich = `=?base64?${Buffer.from('Zürich').toString('base64')}?=`;
    expect(await call({ region: 'Zürich' })).toEqual([400, -32020]);
    expect(await call({ region: 'Zürich' }, { 'mcp-param-region': 'Bern' })).toEqual([400, -32020]);
    expect(
      (
        await send(url, {
          body: stateless(1, 'tools/call', { name: 'marked' }),
          headers: statelessHeaders('tools/call', 'marked'),
        })
      ).status,
    ).toBe(200);
    const headers = { ...statelessHeaders('tools/call', 'marked'), 'mcp-param-region': zurich };
    const body = stateless(1, 'tools/call', { name: 'marked', arguments: { region: 'Zürich' } });
    expect((await send(url, { body, headers })).status).toBe(200);
    remove();
  });

  it('answers what the specification has a status for with it', async () => {
    const { url } = serve();
    const call = (name: string) => ({
      body: stateless(1, 'tools/call', { name }),
      headers: statelessHeaders('tools/call', name),
    });
    expect(await refusal(url, call('absent'))).toEqual({ status: 200, code: -32602, id: 1 });
    expect(await refusal(url, call('fails'))).toMatchObject({ status: 200, code: -32000 });
    expect(await refusal(url, call('needs'))).toMatchObject({ status: 400, code: -32021 });
    const ping = { body: stateless(1, 'ping'), headers: statelessHeaders('ping') };
    expect(await refusal(url, ping)).toEqual({ status: 404, code: -32601, id: 1 });
    const data = { supported: ['2026-07-28'] };
    const bare = { body: request(1, 'tools/list'), headers: statelessHeaders('tools/list') };
    expect(await refusal(url, bare)).toEqual({ status: 400, code: -32602, id: 1, data });
    const version = { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    const later = {
      body: request(1, 'tools/list', { _meta: { ...ENVELOPE, ...version } }),
      headers: { 'mcp-protocol-version': '2099-01-01' },
    };
    expect(await refusal(url, later)).toEqual({
      status: 400,
      code: -32022,
      id: 1,
      data: { ...data, requested: '2099-01-01' },
    });
  });

  it('has neither sessions nor streams', async () => {
    const { url } = serve('stateless');
    for (const method of ['GET', 'DELETE']) {
      const { status, headers, text } = await send(url, { method, headers: { 'mcp-session-id': 'x' } });
      expect([status, headers.allow, text]).toEqual([405, 'POST', '']);
    }
    const { headers } = await send(url, {
      body: stateless(1, 'server/discover'),
      headers: { ...statelessHeaders('server/discover'), 'mcp-session-id': 'x' },
    });
    expect(headers).not.toHaveProperty('mcp-session-id');
    // On a server of both eras the version in the head decides.
    const both = serve();
    const session = await openSession(both.url);
    const stream = { method: 'GET', headers: { ...session, 'mcp-protocol-version': '2026-07-28' } };
    expect(await refusal(both.url, stream)).toEqual({ status: 405 });
  });

  it('takes notifications, and no responses', async () => {
    const { url } = serve('stateless');
    expect(await refusal(url, { body: INITIALIZED })).toEqual({ status: 202 });
    expect(await refusal(url, { body: { jsonrpc: '2.0', id: 1, result: {} } })).toEqual({ status: 400, code: -32600 });
  });
});

describe('servers of one era over HTTP', () => {
  it('name their version to initialize with 400 when they are stateless', async () => {
    const { url } = serve('stateless');
    const data = { supported: ['2026-07-28'], requested: '2025-11-25' };
    expect(await refusal(url, { body: initialize(7) })).toEqual({ status: 400, code: -32022, id: 7, data });
  });

  it('have no server/discover when they are of the handshake era: 400 without a session, 200 within', async () => {
    const { url } = serve('handshake');
    const discover = { body: stateless('d', 'server/discover'), headers: statelessHeaders('server/discover') };
    expect(await refusal(url, discover)).toEqual({ status: 400, code: -32601, id: 'd' });
    const headers = await openSession(url);
    expect(await refusal(url, { body: discover.body, headers })).toEqual({ status: 200, code: -32601, id: 'd' });
  });
});

describe('what a plan declares, over HTTP', () => {
  const frame = '{"jsonrpc":"2.0", "id":5,"result":null,\t"result":{}}';

  it('goes out byte for byte as JSON', async () => {
    const { url, tap } = serve();
    const headers = await openSession(url);
    const { text, headers: answered } = await send(url, { body: request(5, 'tools/call', { name: 'raw' }), headers });
    expect(text).toBe(frame);
    expect(answered).toMatchObject({ 'content-type': 'application/json', 'content-length': String(frame.length) });
    expect(answered).not.toHaveProperty('date');
    expect(tap.entries.at(-1)?.bytes.toString()).toBe(frame);
  });

  it('goes out as one event, with a line of data for each of its lines', async () => {
    const { url, tap } = serve('both', 'sse');
    const headers = await openSession(url);
    const raw = await send(url, { body: request(5, 'tools/call', { name: 'raw' }), headers });
    expect(raw.text).toBe(`event: message\ndata: ${frame}\n\n`);
    expect(raw.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    const lines = await send(url, { body: request(6, 'tools/call', { name: 'lines' }), headers });
    expect(lines.text).toBe('event: message\ndata: not json 6\ndata: second line\n\n');
    expect(tap.entries.at(-1)?.bytes.toString()).toBe('not json 6\nsecond line');
    const returns = await send(url, { body: request(7, 'tools/call', { name: 'returns' }), headers });
    expect(returns.text).toBe('event: message\ndata: a\ndata: b\ndata: c\n\n');
    expect(tap.entries.at(-1)?.bytes.toString()).toBe('a\rb\r\nc');
  });
});

describe('the tap over HTTP', () => {
  it('that throws is told to the owner of the run, and the client gets a 500', async () => {
    const faults: unknown[] = [];
    const tap = {
      line: () => {
        throw new Error('full');
      },
    };
    const { url, remove } = fixture.add({
      key: 'a run whose tap is full',
      plan: testPlan(),
      server: 'both',
      tap,
      onFault: (error) => faults.push(error),
    });
    const answer = await send(url, { body: initialize(0) });
    expect([answer.status, answer.text, answer.headers['date']]).toEqual([500, '', undefined]);
    expect(faults).toEqual([new Error('full')]);
    remove();
  });

  it('shows the head of a request and of its answer, the path without what is the run’s own', async () => {
    const { url, tap } = serve();
    const headers = { authorization: 'Bearer s3cret', cookie: 'a=s3cret', 'X-Api-Key': 's3cret', 'x-other': 'shown' };
    await send(`${url}?tenant=1`, { body: initialize(0), headers });
    expect(tap.entries.map(({ exchange, dir, http }) => ({ exchange, dir, http }))).toEqual([
      {
        exchange: 1,
        dir: 'c2s',
        http: {
          method: 'POST',
          path: '/mcp',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            authorization: '{{masked}}',
            cookie: '{{masked}}',
            'x-api-key': '{{masked}}',
            'x-other': 'shown',
            host: `127.0.0.1:${fixture.port}`,
            connection: 'close',
            'content-length': String(JSON.stringify(initialize(0)).length),
          },
        },
      },
      {
        exchange: 1,
        dir: 's2c',
        http: {
          status: 200,
          headers: {
            'content-type': 'application/json',
            'content-length': expect.stringMatching(/^\d+$/) as string,
            'mcp-session-id': expect.stringMatching(/^[0-9a-f]{32}$/) as string,
          },
        },
      },
    ]);
    expect(JSON.stringify(tap.entries)).not.toContain('s3cret');
  });

  it('shows what a client looks for around the endpoint', async () => {
    const { url, tap } = serve();
    const inserted = new URL(url);
    inserted.pathname = `/.well-known/oauth-protected-resource${inserted.pathname}`;
    expect((await send(inserted.href, { method: 'GET' })).status).toBe(404);
    expect(tap.entries[0]?.http).toMatchObject({ path: '/.well-known/oauth-protected-resource/mcp' });
  });

  it('has the same bytes after the same conversation', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fixture-http-'));
    const files = ['first', 'second'].map((name) => join(folder, `${name}.jsonl`));
    for (const file of files) {
      const { url, remove } = fixture.add({
        key: 'the same',
        plan: testPlan('sse'),
        server: 'both',
        tap: fileTap(file),
      });
      const headers = await openSession(url);
      await send(url, { body: request(1, 'tools/list'), headers });
      await send(url, { body: stateless(2, 'server/discover'), headers: statelessHeaders('server/discover') });
      await send(url, { body: Buffer.from([0xff]), headers });
      await send(url, { method: 'DELETE', headers });
      remove();
    }
    const [first, second] = files.map((file) => readFileSync(file));
    expect(second).toEqual(first);
    const lines = readWire(files[0] ?? '');
    expect(lines.map(({ exchange }) => exchange)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    expect(lines[6]).toMatchObject({ base64: '/w==' });
    expect(Object.keys(lines[0] ?? {})).toEqual(['seq', 'process', 'exchange', 'dir', 'http', 'text']);
    rmSync(folder, { recursive: true });
  });

  it('that cannot be written leaves the request without an answer of the protocol', async () => {
    const tap = {
      line() {
        throw new Error('no space left');
      },
    };
    const { url, remove } = fixture.add({ key: 'no space', plan: testPlan(), server: 'both', tap });
    expect(await send(url, { body: initialize(0) })).toMatchObject({ status: 500, text: '' });
    remove();
  });
});

describe('the HTTP fixture', () => {
  it('gives each run a path of its own, or the one that is asked for', async () => {
    const run = { plan: testPlan(), server: 'both', tap: noTap } as const;
    const [first, second] = [fixture.add({ ...run, key: 'one' }), fixture.add({ ...run, key: 'two' })];
    expect(first.url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${fixture.port}/[0-9a-f]{16}/mcp$`));
    expect(second.url).not.toBe(first.url);
    expect(() => fixture.add({ ...run, key: 'one' })).toThrow(/Expected a path of its own for the run, got \//);
    const tap = memoryTap();
    const given = fixture.add({ ...run, key: 'three', path: '/here/mcp', tap });
    expect(new URL(given.url).pathname).toBe('/here/mcp');
    await openSession(given.url);
    expect(tap.entries[0]?.http).toMatchObject({ path: '/mcp' });
    for (const { remove } of [first, second, given]) remove();
  });

  it('leaves to the next run what one that was removed twice had', async () => {
    const run = { key: 'twice', plan: testPlan(), server: 'both', tap: noTap } as const;
    const first = fixture.add(run);
    first.remove();
    const second = fixture.add(run);
    first.remove();
    expect((await send(second.url, { body: initialize(0) })).status).toBe(200);
    second.remove();
  });

  it('closes though streams are open', async () => {
    const other = await startHttpFixture();
    const { url } = other.add({ key: 'open', plan: testPlan(), server: 'both', tap: noTap });
    const stream = await open(url, { method: 'GET', headers: await openSession(url) });
    const ended = new Promise((resolve) => {
      stream.resume().on('error', resolve);
    });
    await other.close();
    expect(await ended).toMatchObject({ code: 'ECONNRESET' });
    await expect(send(url, { body: initialize(0) })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('says when its port is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    await expect(startHttpFixture({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    holder.close();
  });
});
