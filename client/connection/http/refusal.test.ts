import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { handshakeServer, statelessServer } from '../test-servers/answers.ts';
import { connected, failure } from '../test-servers/client.ts';
import { answering, type Handler, httpBench, serve } from '../test-servers/http.ts';
import { readRetryAfter } from './retry-after.ts';

type Refuse = (response: Parameters<Handler>[1], id: unknown) => void;

/** The error of a `tools/call` that is refused in some way. */
async function errorOf(refuse: Refuse, session?: string) {
  const answer = answering(handshakeServer, session === undefined ? {} : { session });
  const server = await serve((received, response) =>
    received.frame?.method === 'tools/call' ? refuse(response, received.frame.id) : answer(received, response),
  );
  const connection = await connected(httpBench(server.url));
  return failure(connection.callTool('t', {}));
}

const rpc = (code: number, message: string) => JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });

describe('a refusal over HTTP', () => {
  it.each<[string, string, string | undefined, object]>([
    ['an empty body', '', 's1', { code: 'session_expired', httpStatus: 404 }],
    ['a page', '<p>gone', 's1', { code: 'session_expired' }],
    [
      'the words for it',
      rpc(-32001, 'Session not found'),
      's1',
      { code: 'session_expired', rpcCode: -32001, rpcMessage: 'Session not found' },
    ],
    ['an unknown method', rpc(-32601, 'Method not found'), 's1', { code: 'rejected', rpcCode: -32601 }],
    ['no session', '', undefined, { code: 'http_status', httpStatus: 404 }],
  ])('with status 404 and %s tells whether the session has expired', async (_what, body, session, error) => {
    expect(await errorOf((response) => void response.writeHead(404).end(body), session)).toMatchObject(error);
  });

  it.each([401, 403])('with status %i is one of who asks, whatever its body and its challenge say', async (status) => {
    const challenge = 'Bearer error="insufficient_scope", scope="more"';
    const refuse: Refuse = (response) =>
      void response.writeHead(status, { 'www-authenticate': challenge }).end(rpc(-32000, 'no'));
    expect(await errorOf(refuse)).toMatchObject({ code: 'unauthorized', httpStatus: status, method: 'tools/call' });
  });

  it.each([429, 503])('with status %i says how long to wait', async (status) => {
    const refuse: Refuse = (response) => void response.writeHead(status, { 'retry-after': '120' }).end();
    expect(await errorOf(refuse)).toMatchObject({ code: 'http_status', httpStatus: status, retryAfter: 120 });
  });

  it('in the stateless era keeps its status and its code', async () => {
    const body = (id: unknown) => JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32020, message: 'no' } });
    const answer = answering(statelessServer);
    const server = await serve((received, response) =>
      received.frame?.method === 'tools/call'
        ? void response.writeHead(400, { 'content-type': 'application/json' }).end(body(received.frame.id))
        : answer(received, response),
    );
    const connection = await connected(httpBench(server.url, { protocol: 'stateless' }));
    expect(await failure(connection.callTool('t', {}))).toMatchObject({
      code: 'rejected',
      rpcCode: -32020,
      httpStatus: 400,
    });
  });

  it.each([
    ['7', 7],
    [' 7 ', 7],
    ['Wed, 21 Oct 2026 07:28:10 GMT', 10],
    ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['99999999999999999999', undefined],
    [undefined, undefined],
  ])('reads Retry-After "%s" as %s', (value, seconds) => {
    expect(readRetryAfter(value, Date.UTC(2026, 9, 21, 7, 28))).toBe(seconds);
  });
});

describe('a packed body', () => {
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '));

  it.each([
    [200, 'application/json'],
    [200, 'text/event-stream'],
    [500, 'text/plain'],
  ])('is refused unread, with status %i and type %s', async (status, type) => {
    const refuse: Refuse = (response) =>
      void response.writeHead(status, { 'content-type': type, 'content-encoding': 'gzip' }).end(bomb);
    expect(await errorOf(refuse)).toMatchObject({
      code: 'unexpected_content',
      message: `MCP server "docs": expected a body without a content encoding, got one with HTTP status ${status}`,
    });
  });
});
