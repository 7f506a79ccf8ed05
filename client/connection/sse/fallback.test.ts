import { describe, expect, it } from 'vitest';
import type { HttpTransport } from '../../types.ts';
import { connect } from '../connect.ts';
import type { ConnectionError } from '../errors.ts';
import { handshakeServer } from '../test-servers/answers.ts';
import { answering, httpBench, serve } from '../test-servers/http.ts';
import { type EventServerPlan, eventServer } from '../test-servers/sse.ts';
import type { Flavour } from './fallback.ts';

const bodies = {
  none: '',
  page: '<h1>no</h1>',
  'JSON of another kind': '{"error":"no"}',
  'a JSON-RPC error': '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no"}}',
};

const situations: Record<string, { transport?: Partial<HttpTransport>; before?: Flavour }> = {
  'first connect': {},
  'after a connection over Streamable HTTP': { before: 'streamable' },
  'with strict redirects': { transport: { strictRedirectHeaders: true } },
};

const falling = new Set([400, 405, 406, 408, 411, 413, 415, 418, 422, 429, 500, 501, 502, 503]);
const statuses = [...falling, 307, 401, 403, 404];

/** What connecting comes to, and what went over the wire. */
async function outcomeOf(plan: EventServerPlan, { transport, before }: (typeof situations)[string]) {
  const server = await eventServer(plan);
  const bench = httpBench(server.url, {}, {}, { skipPreflight: true, ...transport });
  const context = { ...bench.context, ...(before && { flavour: before }) };
  const connection = await connect(bench.entry, context).catch((error: unknown) => error as ConnectionError);
  if (connection instanceof Error) return { error: connection, order: server.order() };
  await connection.close();
  return { flavour: connection.flavour, order: server.order() };
}

const overSse = ['POST initialize', 'GET', 'POST initialize', 'POST notifications/initialized'];

describe.each(Object.keys(situations))('an `initialize` that is rejected: %s', (situation) => {
  describe.each(Object.keys(bodies) as (keyof typeof bodies)[])('with body %s', (body) => {
    it.each(statuses)('and status %i', async (status) => {
      const plan = { rejects: { status, body: bodies[body] } };
      const { flavour, order } = await outcomeOf(plan, situations[situation] ?? {});
      const falls = situation === 'first connect' && body !== 'a JSON-RPC error' && falling.has(status);
      expect([flavour, order.includes('GET')]).toEqual(falls ? ['sse', true] : [undefined, false]);
    });
  });
});

describe('the transport of a server that fell back', () => {
  it('is asked for at once by a later connection', async () => {
    const { flavour, order } = await outcomeOf({}, { before: 'sse' });
    expect([flavour, order]).toEqual(['sse', overSse.slice(1)]);
  });

  it('is asked for at once where the entry says so', async () => {
    const { flavour, order } = await outcomeOf({}, { transport: { sse: true } });
    expect([flavour, order]).toEqual(['sse', overSse.slice(1)]);
  });

  it('is fallen back on after both eras were tried', async () => {
    const server = await eventServer({});
    const { entry, context } = httpBench(server.url, { protocol: 'stateless' });
    const connection = await connect(entry, context);
    await connection.close();
    expect([connection.flavour, server.order()]).toEqual(['sse', ['POST server/discover', ...overSse]]);
  });

  it('is shown by a connection over Streamable HTTP as well', async () => {
    const server = await serve(answering(handshakeServer));
    const { entry, context } = httpBench(server.url);
    const connection = await connect(entry, context);
    await connection.close();
    expect(connection.flavour).toBe('streamable');
  });
});

describe('no fallback', () => {
  it('follows a time-out', async () => {
    const server = await serve(() => {});
    const { entry, context } = httpBench(server.url, { connectTimeout: 0.2 });
    await expect(connect(entry, context)).rejects.toMatchObject({ code: 'timeout' });
    expect(server.order()).toEqual(['POST initialize']);
  });

  it('follows another failure than that of `initialize`', async () => {
    const server = await serve(({ frame }, response) => {
      response.writeHead(frame?.method === 'initialize' ? 404 : 405).end();
    });
    const { entry, context } = httpBench(server.url);
    await expect(connect(entry, context)).rejects.toMatchObject({ code: 'http_status', method: 'server/discover' });
    expect(server.order()).toEqual(['POST initialize', 'POST server/discover']);
  });
});

describe('both failures', () => {
  it.each([
    [404, 'http_status'],
    [401, 'unauthorized'],
  ])('are told in one error, here with status %i for the stream', async (status, code) => {
    const server = await serve(({ method }, response) => {
      if (method === 'GET') response.writeHead(status).end('no stream');
      else response.writeHead(503, { 'retry-after': '7' }).end('no post');
    });
    const { entry, context } = httpBench(server.url);
    const error = await connect(entry, context).catch((thrown: unknown) => thrown as ConnectionError);
    expect(error).toMatchObject({
      code,
      httpStatus: 503,
      retryAfter: 7,
      message:
        'MCP server "docs" could be reached neither over Streamable HTTP (MCP server "docs" refused initialize with HTTP status 503 and said: no post) ' +
        `nor over SSE (MCP server "docs" refused GET with HTTP status ${status} and said: no stream); check that "url" is the address of an MCP server`,
    });
  });
});
