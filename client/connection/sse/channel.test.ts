import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { JsonObject } from '../../types.ts';
import { connect } from '../connect.ts';
import { createHttpClient } from '../http/client.ts';
import { createLedger } from '../ledger.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';
import { handshakeServer, initialized, refusal } from '../test-servers/answers.ts';
import { clientInfo, connected, failure } from '../test-servers/client.ts';
import { httpBench, serve } from '../test-servers/http.ts';
import { until } from '../test-servers/processes.ts';
import { type EventServerPlan, eventServer } from '../test-servers/sse.ts';
import { openSse } from './channel.ts';

async function sseBench(plan: EventServerPlan, connectTimeout = 60, headers = {}) {
  const server = await eventServer(plan);
  return { server, ...httpBench(server.url, { connectTimeout }, headers, { sse: true }) };
}

const REFUSAL = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}';
const write = (text: string) => (stream: ServerResponse) => void stream.write(text);
const result = (id: unknown, value: JsonObject) => JSON.stringify({ jsonrpc: '2.0', id, result: value });

/**
 * A connected server whose `tools/call` is answered in its own way, and that does not take the answer to `untaken`, or
 * refuses it.
 */
async function calling(
  onCall: (stream: ServerResponse, id: unknown, post: ServerResponse) => void,
  connectTimeout?: number,
) {
  const plan: EventServerPlan = {
    onMessage({ frame }, response) {
      const stream = bench.server.streams.at(-1) as ServerResponse;
      if (frame?.method === 'tools/call') return onCall(stream, frame.id, response);
      if (frame?.id === 'untaken') return;
      if (frame?.id === 'refused') return void response.writeHead(400).end(REFUSAL);
      response.writeHead(202).end();
      const initialize = {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'raw', version: '1' },
      };
      if (frame?.id !== undefined && 'method' in frame)
        stream.write(`data: ${result(frame.id, frame.method === 'initialize' ? initialize : { tools: [] })}\n\n`);
    },
  };
  const bench = await sseBench(plan, connectTimeout);
  return { ...bench, connection: await connected(bench) };
}

describe('a session over SSE', () => {
  it('listens at the address of the entry and posts where the server says, in the negotiated revision', async () => {
    const answers = { ...handshakeServer, initialize: initialized('2024-11-05') };
    const bench = await sseBench({ answers }, 60, { Authorization: 'Bearer abc' });
    const connection = await connect(bench.entry, bench.context);
    expect([connection.flavour, connection.era, connection.revision]).toEqual(['sse', 'handshake', '2024-11-05']);
    expect(await connection.listTools()).toHaveLength(1);
    expect(await connection.callTool('t', {})).toEqual({ content: [{ type: 'text', text: 'hi' }] });
    await connection.close();
    const { received } = bench.server;
    expect(
      received.map(({ method, path, frame, headers }) => [
        method,
        path,
        frame?.method,
        headers['mcp-protocol-version'],
      ]),
    ).toEqual([
      ['GET', '/mcp', undefined, '2025-11-25'],
      ['POST', '/messages?session=1', 'initialize', '2025-11-25'],
      ['POST', '/messages?session=1', 'notifications/initialized', '2024-11-05'],
      ['POST', '/messages?session=1', 'tools/list', '2024-11-05'],
      ['POST', '/messages?session=1', 'tools/call', '2024-11-05'],
    ]);
    for (const { headers } of received) expect(headers.authorization).toBe('Bearer abc');
    await until(() => bench.server.streams[0]?.destroyed === true);
  });

  it('knows no era without a handshake', async () => {
    const bench = await sseBench({ answers: { initialize: refusal(-32601, 'Method not found') } });
    expect(await failure(connect({ ...bench.entry, protocol: 'auto' }, bench.context))).toMatchObject({
      code: 'rejected',
      rpcCode: -32601,
    });
    expect(bench.server.order()).toEqual(['GET', 'POST initialize']);
  });

  it('is refused together with strict redirects', async () => {
    const { entry, context } = httpBench('http://127.0.0.1:1/', {}, {}, { sse: true, strictRedirectHeaders: true });
    expect(await failure(connect(entry, context))).toMatchObject({
      code: 'invalid_entry',
      message: 'Expected "strict_redirect_headers" only where "transport" is not sse (mcp_servers.docs)',
    });
  });

  it('answers what the server asks', async () => {
    const bench = await sseBench({});
    await connected(bench);
    bench.server.streams[0]?.write('data: {"jsonrpc":"2.0","id":"p","method":"ping"}\n\n');
    await until(() => bench.server.order().includes('POST answer'));
    expect(bench.server.received.at(-1)?.frame).toEqual({ jsonrpc: '2.0', id: 'p', result: {} });
  });

  it('answers all that the server asks although it does not take one of the answers', async () => {
    const { server } = await calling(() => undefined, 1);
    for (const id of ['untaken', 'b', 'c'])
      server.streams[0]?.write(`data: {"jsonrpc":"2.0","id":"${id}","method":"ping"}\n\n`);
    const answered = () => server.received.filter(({ frame }) => frame !== undefined && !('method' in frame));
    await until(() => answered().length === 3);
    expect(answered().map(({ frame }) => frame?.id)).toEqual(['untaken', 'b', 'c']);
  });
});

it('tells of an answer over SSE that was refused, and does not look into the refusal', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const { server, logged } = await calling(() => undefined);
  server.streams[0]?.write('data: {"jsonrpc":"2.0","id":"refused","method":"ping"}\n\n');
  await until(() => logged.length > 0);
  const parsed = parse.mock.calls.map(([text]) => text);
  parse.mockRestore();
  expect(logged).toEqual([expect.stringMatching(/MCP server "docs" refused an answer with HTTP status 400$/)]);
  expect(parsed).not.toContain(REFUSAL);
});

describe('the endpoint for messages', () => {
  it.each(['https://127.0.0.1:1/m', 'http://other.invalid/m', '//other.invalid/m'])(
    'at %s is refused',
    async (endpoint) => {
      const bench = await sseBench({ opening: write(`event: endpoint\ndata: ${endpoint}?key=secret\n\n`) });
      const error = await failure(connect(bench.entry, bench.context));
      expect(error.code).toBe('unexpected_content');
      expect(error.message).toMatch(
        /^Expected the endpoint for messages of MCP server "docs" to be at http:\/\/127[.\d:]+, got https?:\/\/[^/]+$/,
      );
      expect(bench.server.order()).toEqual(['GET']);
    },
  );

  it.each([
    ['names no address', 'event: endpoint\ndata: http://[\n\n', 'unexpected_content'],
    ['never comes', ': nothing\n\n', 'timeout'],
    ['never ends', 'event: endpoint\ndata: /messages', 'timeout'],
  ])('that %s is an error', async (_what, text, code) => {
    const bench = await sseBench({ opening: write(text) }, 0.3);
    expect((await failure(connect(bench.entry, bench.context))).code).toBe(code);
  });

  it('stays the first that was named', async () => {
    const bench = await sseBench({});
    const connection = await connected(bench);
    bench.server.streams[0]?.write('event: endpoint\ndata: http://other.invalid/\n\n');
    expect(await connection.listTools()).toHaveLength(1);
  });
});

describe('a stream that is none', () => {
  it.each([
    [401, 'text/html', 'unauthorized'],
    [404, 'text/html', 'http_status'],
    [200, 'text/html', 'unexpected_content'],
    [204, '', 'unexpected_content'],
  ])('with status %i and type "%s" is an error', async (status, type, code) => {
    const server = await serve(
      (_received, response) => void response.writeHead(status, { 'content-type': type }).end(),
    );
    const { entry, context } = httpBench(server.url, {}, {}, { sse: true });
    expect((await failure(connect(entry, context))).code).toBe(code);
  });

  it('is waited for only so long', async () => {
    const server = await serve(() => {});
    const { entry, context } = httpBench(server.url, { connectTimeout: 0.2 }, {}, { sse: true });
    expect(await failure(connect(entry, context))).toMatchObject({
      code: 'timeout',
      message: 'MCP server "docs" opened no stream of events within 0.2 s (connect_timeout in mcp_servers.docs)',
    });
  });
});

describe('a request over SSE fails at once when', () => {
  it('the stream ends before the answer', async () => {
    const { connection } = await calling((stream, _id, post) => {
      post.writeHead(202).end();
      stream.end();
    });
    expect(await failure(connection.callTool('t', {}))).toMatchObject({
      code: 'closed',
      message: 'MCP server "docs" ended its stream of events',
    });
    expect(connection.ended()).toMatchObject({ code: 'closed' });
  });

  it.each([
    [404, 'http_status'],
    [401, 'unauthorized'],
  ])('its message is refused with status %i, and the connection goes on', async (status, code) => {
    const { connection } = await calling((_stream, _id, post) => void post.writeHead(status).end('no'));
    expect(await failure(connection.callTool('t', {}))).toMatchObject({
      code,
      httpStatus: status,
      method: 'tools/call',
    });
    expect(await connection.listTools()).toEqual([]);
  });

  it('its answer is malformed', async () => {
    const { connection } = await calling((stream, id, post) => {
      post.writeHead(202).end();
      stream.write(`data: {"jsonrpc":"2.0","id":${String(id)},"result":null}\n\n`);
    });
    expect((await failure(connection.callTool('t', {}))).code).toBe('malformed_frame');
  });

  it('its answer is too large; what was read is told, and the connection is over', async () => {
    const { connection } = await calling((stream, _id, post) => {
      post.writeHead(202).end();
      stream.write('data: ');
      stream.write('x'.repeat(MAX_MESSAGE_BYTES + 1));
    });
    const error = await failure(connection.callTool('t', {}));
    expect([error.code, error.size?.measured]).toEqual(['too_large', 'partial']);
    expect(connection.ended()).toBeDefined();
  });

  it('the stream is silent for too long', async () => {
    const server = await eventServer({ opening: (stream) => void stream.write('event: endpoint\ndata: /m\n\n') });
    const { context } = httpBench(server.url);
    const log = () => undefined;
    const client = await createHttpClient(
      'docs',
      { kind: 'http', url: server.url, headers: {} },
      { ...context, clientInfo },
    );
    onTestFinished(() => client.destroy());
    const ledger = createLedger('docs', log, { hide: (text) => text });
    const channel = openSse({ name: 'docs', connectTimeout: 60 }, { client, log }, ledger, 100);
    await channel.open().start();
    await until(() => channel.ended() !== undefined);
    expect(channel.ended()).toMatchObject({ code: 'closed', message: 'MCP server "docs" sent nothing for 0.1 s' });
  });
});
