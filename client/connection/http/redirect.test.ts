import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpTransport } from '../../types.ts';
import { connect } from '../connect.ts';
import { handshakeServer } from '../test-servers/answers.ts';
import { certificate } from '../test-servers/certificates.ts';
import { connected, failure } from '../test-servers/client.ts';
import { answering, httpBench, serve } from '../test-servers/http.ts';
import { createHttpClient } from './client.ts';

const tls = { cert: certificate('server.pem').content, key: certificate('server.key').content };
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

  it.each([301, 302, 303])('with status %i is refused for a message, as it may change the method', async (status) => {
    const server = await serve((_received, response) => void response.writeHead(status, { location: '/moved' }).end());
    const { entry, context } = httpBench(server.url, {}, secret);
    const error = await failure(connect(entry, context));
    expect([error.code, error.httpStatus]).toEqual(['redirect_refused', status]);
    expect(error.message).toBe(
      `MCP server "docs" answered with a redirect that is not followed: status ${status} may change the method, only 307 and 308 keep it`,
    );
    expect(server.received).toHaveLength(1);
  });

  it.each([301, 302, 303])('with status %i is followed by what has no message', async (status) => {
    const server = await serve(({ path }, response) =>
      path === '/mcp' ? void response.writeHead(status, { location: '/moved' }).end() : void response.end(),
    );
    const client = await clientOf(server.url);
    const answer = await client.send({ method: 'GET', headers: client.headers });
    expect([answer.statusCode, server.received.map(({ path }) => path)]).toEqual([200, ['/mcp', '/moved']]);
  });

  it('from https to http is refused', async () => {
    const other = await serve(answering(handshakeServer));
    const server = await serve(
      (_received, response) => void response.writeHead(307, { location: other.url }).end(),
      tls,
    );
    const { entry, context } = httpBench(server.url, {}, secret, { tls: { verify: false }, skipPreflight: true });
    const error = await failure(connect(entry, context));
    expect(error.message).toBe(
      `MCP server "docs" answered with a redirect that is not followed: it leads from https to ${new URL(other.url).origin}`,
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

describe('a redirect to another origin', () => {
  const headers = { ...secret, Cookie: 'a=b', 'X-Own': 'own', 'X-Other': 'other' };
  const identityHeader = { name: 'X-Who', value: 'me' };

  async function seenBy(transport: Partial<HttpTransport>) {
    const other = await serve(answering(handshakeServer, { session: 's1' }));
    const server = await serve(
      (_received, response) => void response.writeHead(307, { location: `${other.url}?token=t` }).end(),
    );
    const bench = httpBench(server.url, {}, headers, { skipPreflight: true, identityHeader, ...transport });
    const connection = await connected(bench);
    expect(await connection.listTools()).toHaveLength(1);
    return { ours: server.received[0]?.headers, theirs: other.received };
  }

  it('is followed without the credentials', async () => {
    const { ours, theirs } = await seenBy({});
    expect(ours).toMatchObject({ authorization: 'Bearer secret', cookie: 'a=b', 'x-own': 'own' });
    for (const { headers: seen } of theirs) {
      expect(seen).toMatchObject({ 'x-own': 'own', 'x-other': 'other', 'x-who': 'me' });
      expect(seen).not.toHaveProperty('authorization');
      expect(seen).not.toHaveProperty('cookie');
    }
    expect(theirs[0]?.frame).toMatchObject({ method: 'initialize' });
  });

  it('is followed without any header of the entry when it says so', async () => {
    const { theirs } = await seenBy({ strictRedirectHeaders: true });
    for (const { headers: seen } of theirs) {
      expect(seen).toMatchObject({ 'x-who': 'me', 'user-agent': 'hermes-agent/9.8.7' });
      for (const name of ['authorization', 'cookie', 'x-own', 'x-other']) expect(seen).not.toHaveProperty(name);
    }
  });

  it('and back does not bring the credentials back', async () => {
    let back = '';
    const other = await serve((_received, response) => void response.writeHead(307, { location: back }).end());
    const server = await serve(({ path }, response) =>
      path === '/mcp' ? void response.writeHead(307, { location: other.url }).end() : void response.end(),
    );
    back = new URL('/back', server.url).href;
    const client = await clientOf(server.url, { url: server.url.replace('//', '//user:password@') });
    await client.send({ method: 'POST', headers: { ...client.headers, authorization: 'x' }, body: '{}' });
    expect(server.received.map(({ path, headers: seen }) => [path, seen.authorization])).toEqual([
      ['/mcp', 'x'],
      ['/back', undefined],
    ]);
    expect(other.received[0]?.headers).not.toHaveProperty('authorization');
  });

  it('does not take credentials from the address that it names', async () => {
    const other = await serve((_received, response) => void response.end());
    const location = other.url.replace('//', '//chosen:by-server@');
    const server = await serve((_received, response) => void response.writeHead(307, { location }).end());
    const client = await clientOf(server.url);
    await client.send({ method: 'POST', headers: {}, body: '{}' });
    expect(other.received[0]?.headers).not.toHaveProperty('authorization');
  });
});

async function clientOf(url: string, transport: Partial<HttpTransport> = {}) {
  const { context } = httpBench(url);
  const client = await createHttpClient('docs', { kind: 'http', url, headers: {}, ...transport }, context);
  onTestFinished(() => client.destroy());
  return client;
}
