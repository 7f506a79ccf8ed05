import { describe, expect, it } from 'vitest';
import type { HttpTransport } from '../../types.ts';
import { connect } from '../connect.ts';
import { handshakeServer } from '../test-servers/answers.ts';
import { connected, failure } from '../test-servers/client.ts';
import { answering, type Handler, httpBench, serve } from '../test-servers/http.ts';

const answer = answering(handshakeServer);
const html = { 'content-type': 'text/html; charset=utf-8' };

/** A server with a page for HEAD and GET, and with MCP behind POST or not. */
const pageServer =
  (post: Handler): Handler =>
  (received, response) =>
    received.method === 'POST' ? post(received, response) : void response.writeHead(200, html).end('<h1>');
const pageOnly = pageServer((_received, response) => void response.writeHead(200, html).end('<h1>'));

const asked = (server: { received: { method: string; frame: unknown }[] }) =>
  server.received.map(({ method, frame }) => (frame as { id?: unknown } | undefined)?.id ?? method);

describe('the check of an address', () => {
  it('finds out a page, and says what it found where', async () => {
    const server = await serve(pageOnly);
    const { entry, context } = httpBench(`${server.url}?key=secret`, {}, { 'X-Own': 'own' }, {});
    const error = await failure(connect(entry, context));
    expect(error).toMatchObject({
      code: 'not_mcp',
      message: `Expected an MCP server at "url" of "docs" (application/json or text/event-stream), got content of type "text/html" from ${new URL(server.url).origin}; most likely that is a page for people, and the server has a path of its own`,
    });
    expect(asked(server)).toEqual(['HEAD', '_check']);
    const [head, post] = server.received;
    expect(head?.headers).toMatchObject({ 'x-own': 'own', 'accept-encoding': 'identity' });
    expect(post?.headers).toMatchObject({
      'x-own': 'own',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    });
    expect(JSON.stringify(post?.frame)).toBe(
      '{"jsonrpc":"2.0","id":"_check","method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"hermes-agent-endpoint-check","version":"9.8.7"}}}',
    );
  });

  it('lets a server pass that shows a page to people and speaks MCP by POST', async () => {
    const server = await serve(pageServer(answer));
    await connected(httpBench(server.url, {}, {}, {}));
    expect(asked(server).slice(0, 2)).toEqual(['HEAD', '_check']);
  });

  it.each([405, 501])('asks by GET where HEAD has status %i', async (status) => {
    const server = await serve((received, response) =>
      received.method === 'HEAD' ? void response.writeHead(status).end() : pageOnly(received, response),
    );
    const { entry, context } = httpBench(server.url, {}, {}, {});
    expect((await failure(connect(entry, context))).code).toBe('not_mcp');
    expect(asked(server)).toEqual(['HEAD', 'GET', '_check']);
  });

  it.each([
    ['a refusal', 403, html],
    ['no content type', 200, {}],
    ['JSON', 200, { 'content-type': 'Application/JSON; charset=utf-8' }],
    ['events', 200, { 'content-type': 'text/event-stream' }],
  ])('has no verdict on %s', async (_what, status, headers) => {
    const server = await serve((received, response) =>
      received.method === 'HEAD' ? void response.writeHead(status, headers).end() : answer(received, response),
    );
    await connected(httpBench(server.url, {}, {}, {}));
    expect(server.order().slice(0, 2)).toEqual(['HEAD', 'POST initialize']);
  });

  it('has no verdict on an address that breaks off, and the connection itself is tried', async () => {
    const server = await serve((received, response) =>
      received.method === 'HEAD' ? void response.destroy() : answer(received, response),
    );
    await connected(httpBench(server.url, {}, {}, {}));
    expect(server.order()).toContain('POST initialize');
  });

  it('takes one socket together with the connection, also where HEAD and GET are refused', async () => {
    const ports: (number | undefined)[] = [];
    const server = await serve((received, response) => {
      ports.push(response.socket?.remotePort);
      if (received.method === 'HEAD') return void response.writeHead(405).end();
      if (received.method === 'GET') return void response.writeHead(400, { 'content-length': 2 }).end('no');
      return answer(received, response);
    });
    await connected(httpBench(server.url, {}, {}, {}));
    expect(server.order().slice(0, 3)).toEqual(['HEAD', 'GET', 'POST initialize']);
    expect(new Set(ports.slice(0, 3)).size).toBe(1);
  });

  it('does not wait for a body that never ends', async () => {
    const server = await serve((received, response) => {
      if (received.method === 'HEAD') return void response.writeHead(405).end();
      if (received.method !== 'GET') return pageOnly(received, response);
      response.writeHead(200, html).write('<h1>');
    });
    const { entry, context } = httpBench(server.url, {}, {}, {});
    expect((await failure(connect(entry, context))).code).toBe('not_mcp');
  });

  it('ends with the attempt to connect', async () => {
    const giveUp = new AbortController();
    const server = await serve(() => giveUp.abort());
    const { entry, context } = httpBench(server.url, {}, {}, {});
    expect((await failure(connect(entry, { ...context, signal: giveUp.signal }))).code).toBe('closed');
    expect(server.order()).toEqual(['HEAD']);
  });

  it('has the rule for redirects of the connection', async () => {
    const other = await serve(pageOnly);
    const server = await serve((_received, response) => void response.writeHead(307, { location: other.url }).end());
    const headers = { Authorization: 'Bearer secret', 'X-Own': 'own' };
    const { entry, context } = httpBench(server.url, {}, headers, { strictRedirectHeaders: true });
    expect((await failure(connect(entry, context))).code).toBe('not_mcp');
    for (const { headers: seen } of other.received) {
      expect(seen).not.toHaveProperty('authorization');
      expect(seen).not.toHaveProperty('x-own');
    }
  });

  it.each<[string, Partial<HttpTransport>, object]>([
    ['the entry says so', { skipPreflight: true }, {}],
    ['a person has to sign in first', { auth: 'oauth' }, {}],
    ['an earlier attempt has asked', {}, { checked: true }],
    ['there was a connection before', {}, { flavour: 'streamable' }],
  ])('is left out where %s', async (_why, transport, more) => {
    const server = await serve(answer);
    const { entry, context } = httpBench(server.url, {}, {}, transport);
    const connection = await connect(entry, { ...context, ...more });
    await connection.close();
    expect(server.order()[0]).toBe('POST initialize');
  });
});
