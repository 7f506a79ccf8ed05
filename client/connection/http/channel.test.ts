import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../types.ts';
import { connect } from '../connect.ts';
import { handshakeServer, result, statelessServer, tool } from '../test-servers/answers.ts';
import { connected, entryOf, failure } from '../test-servers/client.ts';
import { answering, type Handler, httpBench, serve } from '../test-servers/http.ts';
import { startClient, until } from '../test-servers/processes.ts';

/** A promise that is settled from outside. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const wholeTalk = [
  'POST initialize',
  'POST notifications/initialized',
  'GET',
  'POST tools/list',
  'POST tools/call',
  'DELETE',
];

describe('a session over HTTP', () => {
  it('has its exchanges in the same order every time, the listening stream before the first request', async () => {
    for (const as of ['json', 'sse', 'json', 'sse'] as const) {
      const server = await serve(answering(handshakeServer, { as, session: 's1' }));
      const { entry, context } = httpBench(server.url);
      const connection = await connect(entry, context);
      await connection.listTools();
      await connection.callTool('t', {});
      await connection.close();
      expect(server.order()).toEqual(wholeTalk);
    }
  });

  it('carries the headers of the entry, of the client and of the session', async () => {
    const server = await serve(
      answering(
        {
          ...handshakeServer,
          initialize: result({
            protocolVersion: '2025-06-18',
            capabilities: {},
            serverInfo: { name: 'raw', version: '1' },
          }),
        },
        { session: 's1' },
      ),
    );
    const { entry, context } = httpBench(server.url, {}, { Authorization: 'Bearer abc', 'X-Own': 'ä' });
    const connection = await connect(entry, context);
    await connection.close();
    const own = {
      authorization: 'Bearer abc',
      'x-own': 'ä',
      'user-agent': 'hermes-agent/9.8.7',
      'accept-encoding': 'identity',
    };
    for (const { headers } of server.received) expect(headers).toMatchObject(own);
    expect(
      server.received.map(({ headers }) => [
        headers['mcp-protocol-version'],
        headers['mcp-session-id'],
        headers.accept,
      ]),
    ).toEqual([
      ['2025-11-25', undefined, 'application/json, text/event-stream'],
      ['2025-06-18', 's1', 'application/json, text/event-stream'],
      ['2025-06-18', 's1', 'text/event-stream'],
      ['2025-06-18', 's1', undefined],
    ]);
  });

  it('lets the entry choose the revision and the user agent of the first request, in any casing', async () => {
    const server = await serve(answering(handshakeServer));
    await connected(httpBench(server.url, {}, { 'MCP-Protocol-Version': '2024-11-05', 'User-agent': 'mine' }));
    expect(server.received[0]?.headers).toMatchObject({ 'mcp-protocol-version': '2024-11-05', 'user-agent': 'mine' });
  });

  it('deletes nothing where the server gave no session', async () => {
    const server = await serve(answering(handshakeServer));
    const { entry, context } = httpBench(server.url);
    const connection = await connect(entry, context);
    await connection.close();
    expect(server.order()).toEqual(wholeTalk.slice(0, 3));
  });

  it('without a handshake names revision, method, tool and marked arguments in headers, and opens no stream', async () => {
    const marked = {
      ...tool('größe'),
      inputSchema: {
        type: 'object',
        properties: {
          region: { type: 'string', 'x-mcp-header': 'Region' },
          n: { type: 'integer', 'x-mcp-header': 'N' },
        },
      },
    };
    const list = result({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools: [marked] });
    const server = await serve(answering({ ...statelessServer, 'tools/list': list }, { session: 'unasked' }));
    const { entry, context } = httpBench(server.url, { protocol: 'stateless' });
    const connection = await connect(entry, context);
    await connection.listTools();
    await connection.callTool('größe', { region: 'Zürich', n: 42 });
    await connection.close();
    const names = [
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
      'mcp-param-region',
      'mcp-param-n',
      'mcp-session-id',
    ];
    expect(server.received.map(({ method, headers }) => [method, ...names.map((name) => headers[name])])).toEqual([
      ['POST', '2026-07-28', 'server/discover', ...Array<undefined>(4).fill(undefined)],
      ['POST', '2026-07-28', 'tools/list', ...Array<undefined>(4).fill(undefined)],
      ['POST', '2026-07-28', 'tools/call', '=?base64?Z3LDtsOfZQ==?=', '=?base64?WsO8cmljaA==?=', '42', undefined],
    ]);
  });
});

describe('the listening stream', () => {
  const holdingGet = (hold: Promise<void>): Handler => {
    const answer = answering(handshakeServer, { session: 's1' });
    return async (received, response) => {
      if (received.method !== 'GET') return answer(received, response);
      await hold;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    };
  };

  it('is waited for: connect resolves when the server has answered the GET', async () => {
    const { opened, open } = gate();
    const server = await serve(holdingGet(opened));
    const events: string[] = [];
    const connecting = connected(httpBench(server.url)).then(() => events.push('connected'));
    await until(() => server.order().includes('GET'));
    // A whole exchange with the same server, so that there was time to go on.
    await new Promise((resolve) =>
      get(`${server.url}/other`, { method: 'OPTIONS' }, (response) => resolve(response.resume())),
    );
    events.push('released');
    open();
    await connecting;
    expect(events).toEqual(['released', 'connected']);
  });

  it('is waited for only so long', async () => {
    const server = await serve(holdingGet(new Promise(() => {})));
    const connection = await connected(httpBench(server.url));
    expect(await connection.listTools()).toHaveLength(1);
  });

  it.each([404, 500])('may be refused with status %i', async (status) => {
    const answer = answering(handshakeServer);
    const server = await serve((received, response) =>
      received.method === 'GET' ? void response.writeHead(status).end('no') : answer(received, response),
    );
    const connection = await connected(httpBench(server.url));
    expect(await connection.listTools()).toHaveLength(1);
  });

  it('is not looked for again where a page answers instead', async () => {
    const answer = answering(handshakeServer);
    const server = await serve((received, response) =>
      received.method === 'GET'
        ? void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
        : answer(received, response),
    );
    const bench = httpBench(server.url);
    const connection = await connected(bench);
    expect(await connection.listTools()).toHaveLength(1);
    expect(bench.logged).toEqual([
      'MCP server "docs" had an error: MCP server "docs": expected text/event-stream, got "text/html" with HTTP status 200',
    ]);
  });

  it('brings requests of the server, which are answered by POST', async () => {
    const answer = answering(handshakeServer);
    const ask = {
      jsonrpc: '2.0',
      id: 'q',
      method: 'elicitation/create',
      params: { message: 'm', requestedSchema: { type: 'object', properties: {} } },
    };
    const server = await serve((received, response) => {
      if (received.method !== 'GET') return answer(received, response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(ask)}\n\n`);
    });
    await connected(httpBench(server.url));
    await until(() => server.order().includes('POST answer'));
    expect(server.received.at(-1)?.frame).toEqual({ jsonrpc: '2.0', id: 'q', result: { action: 'decline' } });
  });

  it('have their answers although the server does not take one of them', async () => {
    const answer = answering(handshakeServer);
    const server = await serve((received, response) => {
      if (received.frame?.id === 'a') return;
      if (received.method !== 'GET') return answer(received, response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const id of ['a', 'b', 'c']) response.write(`data: {"jsonrpc":"2.0","id":"${id}","method":"ping"}\n\n`);
    });
    await connected(httpBench(server.url, { connectTimeout: 1 }));
    const answered = () => server.received.filter(({ frame }) => frame !== undefined && !('method' in frame));
    await until(() => answered().length === 3);
    expect(answered().map(({ frame }) => frame?.id)).toEqual(['a', 'b', 'c']);
  });
});

describe('requests over HTTP', () => {
  it('of one connection never overlap', async () => {
    const { opened, open } = gate();
    const answer = answering(handshakeServer);
    const server = await serve(async (received, response) => {
      if ((received.frame?.params as JsonObject | undefined)?.name === 'first') await opened;
      await answer(received, response);
    });
    const connection = await connected(httpBench(server.url));
    const calls = ['first', 'second'].map((name) => connection.callTool(name, {}));
    await until(() => server.order().includes('POST tools/call'));
    await new Promise((resolve) =>
      get(`${server.url}/other`, { method: 'OPTIONS' }, (response) => resolve(response.resume())),
    );
    expect(server.order().filter((one) => one === 'POST tools/call')).toHaveLength(1);
    open();
    await Promise.all(calls);
    expect(server.received.flatMap(({ frame }) => (frame?.params as JsonObject | undefined)?.name ?? [])).toEqual([
      'first',
      'second',
    ]);
  });

  it('that wait when the connection is closed fail with that', async () => {
    const holding = answering(handshakeServer, { session: 's1' });
    const silent = await serve((received, response) =>
      received.frame?.method === 'tools/call' ? undefined : holding(received, response),
    );
    const connection = await connected(httpBench(silent.url));
    const waiting = failure(connection.callTool('t', {}));
    await until(() => silent.order().includes('POST tools/call'));
    await connection.close();
    expect(await waiting).toMatchObject({ code: 'closed', message: 'The connection to MCP server "docs" was closed' });
  });

  it('do not go out after close', async () => {
    const server = await serve(answering(handshakeServer));
    const connection = await connected(httpBench(server.url));
    await connection.close();
    expect((await failure(connection.callTool('t', {}))).code).toBe('closed');
    expect(server.order()).not.toContain('POST tools/call');
  });

  it('that a server never answers do not hold up connect', async () => {
    const answer = answering(handshakeServer);
    const server = await serve((received, response) =>
      received.frame?.method === 'notifications/initialized' ? undefined : answer(received, response),
    );
    const { entry, context } = httpBench(server.url, { connectTimeout: 0.5 });
    expect((await failure(connect(entry, context))).code).toBe('timeout');
  });

  it('fail when nobody is there', async () => {
    const entry = entryOf({ kind: 'http', url: 'http://user:secret@127.0.0.1:1/mcp?key=secret', headers: {} });
    const error = await failure(connect(entry, httpBench('').context));
    expect(error).toMatchObject({
      code: 'unreachable',
      message: 'MCP server "docs" cannot be reached: POST to http://127.0.0.1:1 failed: ECONNREFUSED',
    });
  });

  it.each([
    ['ftp://127.0.0.1/', {}, 'Expected "url" to be an http or https address (mcp_servers.docs)'],
    ['not a url', {}, 'Expected "url" to be an http or https address (mcp_servers.docs)'],
    [
      'http://127.0.0.1:1/',
      { Authorization: 'secret\nX: y' },
      'Expected header "Authorization" to have a valid name and a value without line breaks (mcp_servers.docs)',
    ],
    [
      'http://127.0.0.1:1/',
      { 'Authorization: Bearer secret': '' },
      'Expected header "Authorization" to have a valid name and a value without line breaks (mcp_servers.docs)',
    ],
    [
      'http://127.0.0.1:1/',
      { 'bad name': 'secret' },
      'Expected header "bad name" to have a valid name and a value without line breaks (mcp_servers.docs)',
    ],
  ])('are not sent to %s with %j', async (url, headers, message) => {
    const { entry, context } = httpBench(url, {}, headers);
    expect(await failure(connect(entry, context))).toMatchObject({ code: 'invalid_entry', message });
  });
});

describe('close over HTTP', () => {
  it('does not wait for ever for a server that does not let go of the session', async () => {
    const answer = answering(handshakeServer, { session: 's1' });
    const server = await serve((received, response) =>
      received.method === 'DELETE' ? undefined : answer(received, response),
    );
    const connection = await connected(httpBench(server.url));
    await connection.close();
    expect(server.order().at(-1)).toBe('DELETE');
  });

  it('leaves the process nothing to wait for, with fetch never touched', async () => {
    const answer = answering(handshakeServer, { session: 's1' });
    const server = await serve((received, response) => {
      if (received.method !== 'GET') return answer(received, response);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    });
    const { entry, home } = httpBench(server.url);
    const client = await startClient(entry, home, 'once');
    expect(await client.exited).toBe(0);
    expect(client.stderr()).toBe('');
    expect(JSON.parse(client.stdout())).toMatchObject({ tools: [tool('t')], http: true, https: false });
    expect(server.order()).toEqual(wholeTalk);
  });
});
