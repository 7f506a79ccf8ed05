import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { connect } from '../connect.ts';
import { createLedger } from '../ledger.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';
import { createReadMessages } from '../messages.ts';
import { handshakeServer } from '../test-servers/answers.ts';
import { connected, failure } from '../test-servers/client.ts';
import { answering, type Handler, httpBench, serve } from '../test-servers/http.ts';
import { until } from '../test-servers/processes.ts';
import { rewriteEvents } from './answer.ts';

type Answer = (response: Parameters<Handler>[1], id: unknown) => void;

/** A connection to a server that answers `tools/call` in its own way. */
async function connectionTo(call: Answer, onGet?: Handler) {
  const answer = answering(handshakeServer);
  const server = await serve((received, response) => {
    if (received.frame?.method === 'tools/call') return call(response, received.frame.id);
    if (received.method === 'GET' && received.headers['last-event-id'] !== undefined)
      return onGet?.(received, response);
    return answer(received, response);
  });
  const bench = httpBench(server.url);
  return { connection: await connected(bench), server, logged: bench.logged };
}

/** The events of a stream as the engine sees them. */
async function rewritten(stream: string): Promise<string[]> {
  const log = () => undefined;
  const ledger = createLedger('docs', log, { hide: (text) => text });
  const readMessages = createReadMessages(ledger);
  const reading = { server: 'docs', ledger, readMessages, log, deliver: log, asked: undefined };
  const texts = [];
  for await (const text of rewriteEvents(Readable.from([Buffer.from(stream)]) as IncomingMessage, reading))
    texts.push(text);
  return texts;
}

const json = { 'content-type': 'application/json' };
const stream = { 'content-type': 'text/event-stream' };
const resultOf = (id: unknown, result: unknown = { content: [] }) => JSON.stringify({ jsonrpc: '2.0', id, result });

describe('an answer over HTTP', () => {
  it.each<[string, Answer, object]>([
    [
      'has another id',
      (response) => response.writeHead(200, json).end(resultOf(99)),
      {
        code: 'malformed_frame',
        message: expect.stringMatching(/^MCP server "docs" took the request but its body holds no answer to it/),
      },
    ],
    [
      'is no JSON',
      (response) => response.writeHead(200, json).end('<html>'),
      { code: 'malformed_frame', message: 'MCP server "docs" sent a malformed answer: expected JSON, got <html>' },
    ],
    [
      'is empty',
      (response) => response.writeHead(200, json).end(),
      { code: 'malformed_frame', message: 'MCP server "docs" sent a malformed answer: expected JSON, got nothing' },
    ],
    ['holds null', (response) => response.writeHead(200, json).end('null'), { code: 'malformed_frame' }],
    ['is an empty list', (response) => response.writeHead(200, json).end('[]'), { code: 'malformed_frame' }],
    [
      'is an error without an id',
      (response) =>
        response.writeHead(200, json).end('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}'),
      { code: 'rejected', rpcCode: -32700 },
    ],
    [
      'is an error without an id and status 400',
      (response) =>
        response.writeHead(400, json).end('{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no session"}}'),
      { code: 'rejected', rpcCode: -32000, httpStatus: 400 },
    ],
    [
      'accepts the request and says nothing',
      (response) => response.writeHead(202).end(),
      {
        code: 'unexpected_content',
        httpStatus: 202,
        message:
          'MCP server "docs": expected application/json or text/event-stream, got an answer without a content type with HTTP status 202',
      },
    ],
    [
      'is a page',
      (response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>'),
      { code: 'unexpected_content', message: expect.stringContaining('got "text/html" with HTTP status 200') },
    ],
    [
      'is a stream that ends early',
      (response) => response.writeHead(200, stream).end(': nothing\n\n'),
      {
        code: 'closed',
        delivery: 'unknown',
        message: 'MCP server "docs" took the request but the stream ended without an answer to it',
      },
    ],
    [
      'is a stream with the answer to another request',
      (response) => response.writeHead(200, stream).end(`data: ${resultOf(99)}\n\n`),
      { code: 'malformed_frame', fault: 'wrong_id', message: expect.stringMatching(/with id 99$/) },
    ],
    [
      'is a stream that breaks after the answer to another request',
      (response) => response.writeHead(200, stream).write(`data: ${resultOf(99)}\n\n`, () => response.destroy()),
      { code: 'closed', fault: 'wrong_id', delivery: 'unknown' },
    ],
    [
      'is a stream that breaks',
      (response) => response.writeHead(200, stream).write('data: {"js', () => response.destroy()),
      {
        code: 'closed',
        delivery: 'unknown',
        message: 'MCP server "docs" took the request but the stream ended without an answer to it',
      },
    ],
    [
      'is a stream with an event that is no JSON',
      (response) => response.writeHead(200, stream).write('data: hello\n\n'),
      { code: 'malformed_frame', message: 'MCP server "docs" sent a malformed answer: expected JSON, got hello' },
    ],
    [
      'breaks off',
      (response) =>
        response.writeHead(200, { ...json, 'content-length': '100' }).write('{"js', () => response.destroy()),
      { code: 'closed' },
    ],
    [
      'is refused',
      (response) => response.writeHead(500, { 'content-type': 'text/plain' }).end('out\nof  order'),
      {
        code: 'http_status',
        httpStatus: 500,
        message: 'MCP server "docs" refused tools/call with HTTP status 500 and said: out of order',
      },
    ],
    [
      'has a status that does not exist',
      (response) => response.writeHead(799).end(),
      { code: 'http_status', httpStatus: 799 },
    ],
  ])('that %s fails at once', async (_what, call, error) => {
    const { connection } = await connectionTo(call);
    expect(await failure(connection.callTool('t', {}))).toMatchObject(error);
  });

  it('may come in a list, beside notifications', async () => {
    const { connection } = await connectionTo((response, id) =>
      response
        .writeHead(200, json)
        .end(`[{"jsonrpc":"2.0","method":"notifications/message","params":{}},${resultOf(id, { a: 1 })}]`),
    );
    expect(await connection.callTool('t', {})).toEqual({ a: 1 });
  });

  it('may come in a stream, after comments, other events and requests of the server', async () => {
    const ping = '{"jsonrpc":"2.0","id":"p","method":"ping"}';
    const { connection, server } = await connectionTo((response, id) => {
      response.writeHead(200, { 'content-type': 'Text/Event-Stream; charset=utf-8' });
      response.end(
        `: hi\r\n\r\nevent: other\r\ndata: no json\r\n\r\ndata: ${ping}\r\n\r\nevent: message\r\ndata: ${resultOf(id, { a: 'ä' })}\r\n\r\n`,
      );
    });
    expect(await connection.callTool('t', {})).toEqual({ a: 'ä' });
    await connection.listTools();
    expect(server.received.map(({ frame }) => frame)).toContainEqual({ jsonrpc: '2.0', id: 'p', result: {} });
  });

  it('may come on the stream that resumes a broken one', async () => {
    let asked: unknown;
    const { connection, server } = await connectionTo(
      (response, id) => {
        asked = id;
        response.writeHead(200, stream).end('id: e1\nretry: 1\ndata:\n\n');
      },
      (_received, response) =>
        void response.writeHead(200, stream).end(`id: e2\ndata: ${resultOf(asked, { resumed: true })}\n\n`),
    );
    expect(await connection.callTool('t', {})).toEqual({ resumed: true });
    expect(server.received.at(-1)?.headers['last-event-id']).toBe('e1');
  });
});

describe('a hostile answer over HTTP', () => {
  it('has its requests answered 64 at a time, the rest dropped', async () => {
    const pings = Array.from({ length: 100 }, (_, id) => `{"jsonrpc":"2.0","id":"p${id}","method":"ping"}`);
    const { connection, server, logged } = await connectionTo((response, id) =>
      response.writeHead(200, json).end(`[${[...pings, resultOf(id, { a: 1 })].join(',')}]`),
    );
    const answers = () => server.received.filter(({ frame }) => frame !== undefined && !('method' in frame)).length;
    expect(await connection.callTool('t', {})).toEqual({ a: 1 });
    await until(() => answers() === 64);
    expect(logged).toHaveLength(36);
    await connection.callTool('t', {});
    await until(() => answers() === 128);
  });

  it('nested deeper than can be written again takes nothing else with it, and its request is answered', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const { connection, logged, server } = await connectionTo((response, id) =>
      response
        .writeHead(200, stream)
        .end(
          `data: {"jsonrpc":"2.0","method":"n","params":{"x":${deep}}}\n\n` +
            `data: {"jsonrpc":"2.0","id":"p","method":"ping","params":{"x":${deep}}}\n\n` +
            `data: ${resultOf(id, { a: 1 })}\n\n`,
        ),
    );
    expect(await connection.callTool('t', {})).toEqual({ a: 1 });
    await until(() => server.received.at(-1)?.frame?.id === 'p');
    expect(server.received.at(-1)?.frame).toEqual({ jsonrpc: '2.0', id: 'p', result: {} });
    expect(logged).toEqual([]);
  });

  it.each([json, stream])('that refuses with too deep a reason fails at once: %j', async (type) => {
    const data = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { connection } = await connectionTo((response, id) => {
      const frame = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":1,"message":"m","data":${data}}}`;
      response.writeHead(200, type).end(type === json ? frame : `data: ${frame}\n\n`);
    });
    expect((await failure(connection.callTool('t', {}))).message).toBe(
      'MCP server "docs" answered tools/call with error -32603: its values are nested too deeply',
    );
  });

  it.each([
    ['0', '100'],
    ['99999999999999', '2147483647'],
    ['250', '250'],
  ])('cannot make the client ask again without a pause, or never: retry %s becomes %s', async (given, taken) => {
    expect(await rewritten(`retry: ${given}\ndata:\n\n`)).toEqual([`retry: ${taken}\ndata: \n\n`]);
  });

  it('hands on where it may be resumed, and nothing else of an event that is no message', async () => {
    const events = ['id: 7\nevent: other\nretry: soon\ndata: x\n\n', 'event: other\ndata: x\n\n', 'id: 8\n\n'];
    expect(await rewritten(events.join(''))).toEqual(['id: 7\ndata: \n\n', 'id: 8\ndata: \n\n']);
  });

  it.each([
    ['401 with a page', (response: ServerResponse) => response.writeHead(401).end('<p>Bearer tok-123456 is unknown')],
    [
      '400 with a JSON-RPC error',
      (response: ServerResponse) =>
        response
          .writeHead(400, json)
          .end('{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"Bearer tok-123456"}}'),
    ],
    ['text where JSON belongs', (response: ServerResponse) => response.writeHead(200, json).end('Bearer tok-123456')],
    ['an odd type', (response: ServerResponse) => response.writeHead(200, { 'content-type': 'a/tok-123456' }).end()],
  ])('does not bring the secrets of the entry into an error or the log: %s', async (_what, refuse) => {
    const server = await serve((_received, response) => void refuse(response));
    const { entry, context, logged } = httpBench(server.url, {}, { Authorization: 'Bearer tok-123456' });
    const { message } = await failure(connect(entry, context));
    expect(message).toContain('[REDACTED]');
    expect([message, ...logged].join('\n')).not.toContain('tok-123456');
  });
});

describe('the cap on one message', () => {
  const mebibyte = Buffer.alloc(1024 * 1024, 'x');

  it.each<[string, Answer, string]>([
    [
      'declares its length',
      (response) =>
        response.writeHead(200, { ...json, 'content-length': String(MAX_MESSAGE_BYTES + 1) }).flushHeaders(),
      '(it declared 10,485,761 bytes)',
    ],
    [
      'just goes on',
      (response) => {
        response.writeHead(200, json);
        for (let times = 0; times < 11; times++) response.write(mebibyte);
      },
      ' bytes when reading stopped)',
    ],
    [
      'is one event without an end',
      (response) => {
        response.writeHead(200, stream);
        for (let times = 0; times < 11; times++) response.write(mebibyte);
      },
      ' bytes when reading stopped)',
    ],
  ])('stops an answer that %s, and the connection goes on', async (_how, call, measure) => {
    const { connection } = await connectionTo(call);
    const error = await failure(connection.callTool('t', {}));
    expect(error.code).toBe('too_large');
    expect(error.message).toContain('sent a message over the limit of 10,485,760 bytes');
    expect(error.size?.bytes).toBeGreaterThan(MAX_MESSAGE_BYTES);
    expect(error.message).toContain(measure);
    expect(await connection.listTools()).toHaveLength(1);
  });

  it('is for one event, not for a stream of many', async () => {
    const note = `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"x":"${mebibyte.toString()}"}}\n\n`;
    const { connection } = await connectionTo((response, id) => {
      response.writeHead(200, stream);
      for (let times = 0; times < 12; times++) response.write(note);
      response.end(`data: ${resultOf(id, { a: 1 })}\n\n`);
    });
    expect(await connection.callTool('t', {})).toEqual({ a: 1 });
  });
});
