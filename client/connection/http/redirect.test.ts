import { describe, expect, it } from 'vitest';
import { connect } from '../connect.ts';
import { handshakeServer } from '../test-servers/answers.ts';
import { connected, failure } from '../test-servers/client.ts';
import { answering, httpBench, serve } from '../test-servers/http.ts';

const secret = { Authorization: 'Bearer secret' };

describe('a redirect', () => {
  it.each([307, 308])('with status %i within the origin is followed, method, body and headers kept', async (status) => {
    const answer = answering(handshakeServer);
    const server = await serve((received, response) =>
      received.path === '/mcp'
        ? void response.writeHead(status, { location: '/moved' }).end()
        : answer(received, response),
    );
    const connection = await connected(httpBench(server.url, {}, secret));
    expect(await connection.listTools()).toHaveLength(1);
    const pairs = server.received.map(({ method, path, headers }) => `${method} ${path} ${headers.authorization}`);
    expect(pairs.slice(0, 2)).toEqual(['POST /mcp Bearer secret', 'POST /moved Bearer secret']);
    expect(server.received[0]?.frame).toEqual(server.received[1]?.frame);
  });

  it.each([301, 302, 303])('with status %i is refused, as it may change the method', async (status) => {
    const server = await serve((_received, response) => void response.writeHead(status, { location: '/moved' }).end());
    const { entry, context } = httpBench(server.url, {}, secret);
    const error = await failure(connect(entry, context));
    expect([error.code, error.httpStatus]).toEqual(['redirect_refused', status]);
    expect(error.message).toBe(
      `MCP server "docs" answered with a redirect that is not followed: status ${status} may change the method, only 307 and 308 keep it`,
    );
    expect(server.received).toHaveLength(1);
  });

  it('to another origin is refused, and that origin sees nothing', async () => {
    const other = await serve(answering(handshakeServer));
    const server = await serve(
      (_received, response) => void response.writeHead(307, { location: `${other.url}?token=t` }).end(),
    );
    const { entry, context } = httpBench(server.url, {}, secret);
    const error = await failure(connect(entry, context));
    expect(error.message).toBe(
      `MCP server "docs" answered with a redirect that is not followed: it leads to ${new URL(other.url).origin}; set "url" to an address there if that is the server you mean`,
    );
    expect(other.received).toEqual([]);
  });

  it('to something that is no HTTP is refused', async () => {
    const server = await serve(
      (_received, response) => void response.writeHead(307, { location: 'file:///etc/passwd' }).end(),
    );
    const { entry, context } = httpBench(server.url);
    expect((await failure(connect(entry, context))).message).toMatch(/: it leads to a file: address$/);
  });

  it('is followed only so often', async () => {
    const server = await serve((_received, response) => void response.writeHead(307, { location: '/again' }).end());
    const { entry, context } = httpBench(server.url);
    expect((await failure(connect(entry, context))).message).toMatch(/that is not followed: it is number 6 in a row$/);
    expect(server.received).toHaveLength(6);
  });

  it('without a usable target is an answer like any other', async () => {
    const server = await serve(
      (_received, response) => void response.writeHead(307, { location: 'http://[' }).end('lost'),
    );
    const { entry, context } = httpBench(server.url);
    expect(await failure(connect(entry, context))).toMatchObject({ code: 'http_status', httpStatus: 307 });
  });
});
