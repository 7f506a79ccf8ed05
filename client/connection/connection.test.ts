import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../types.ts';
import { connect } from './connect.ts';
import {
  type Answers,
  discovered,
  handshakeServer,
  initialized,
  raw,
  refusal,
  result,
  statelessServer,
  tool,
} from './test-servers/answers.ts';
import { type Bench, connected, failure, stdioBench } from './test-servers/client.ts';
import { answering, httpBench, serve } from './test-servers/http.ts';

/** Resolves when `when` holds; the test's own limit ends a wait for ever. */
async function until(when: () => boolean): Promise<void> {
  while (!when()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const sent = (bench: Pick<Bench, 'recorded'>, method: string) =>
  bench.recorded().flatMap(({ frame }) => (frame?.method === method ? [frame] : []));

/** A bench whose client keeps what it hears. */
function listening(answers: Answers) {
  const bench = stdioBench({ answers });
  const heard: [string, JsonObject][] = [];
  const ends: Error[] = [];
  Object.assign(bench.context, {
    onNotification: (method: string, params: JsonObject) => heard.push([method, params]),
    onEnded: (reason: Error) => ends.push(reason),
  });
  return { bench, heard, ends };
}

const note = (method: string, params: JsonObject) => JSON.stringify({ jsonrpc: '2.0', method, params });

describe('a sign of life', () => {
  it('is a ping in the handshake era, or one page of tools', async () => {
    const page = result({ tools: [], nextCursor: 'more' });
    const bench = stdioBench({ answers: { ...handshakeServer, ping: result({}), 'tools/list': page } });
    const connection = await connected(bench);
    await connection.ping(30);
    await connection.ping(30, 'tools/list');
    expect(bench.methods().slice(2)).toEqual(['ping', 'tools/list']);
  });

  it('is refused, or comes too late', async () => {
    const answers = { ...handshakeServer, ping: [refusal(-32601, 'Method not found'), []] };
    const connection = await connected(stdioBench({ answers }));
    expect(await failure(connection.ping(30))).toMatchObject({ code: 'rejected', rpcCode: -32601 });
    const late = await failure(connection.ping(0.05));
    expect(late).toMatchObject({ code: 'timeout' });
    expect(late.message).toBe('MCP server "docs" gave no answer to ping within 0.05 s');
  });

  it('is no ping in the stateless era, which has none', async () => {
    const bench = stdioBench({ answers: statelessServer }, { protocol: 'stateless' });
    const connection = await connected(bench);
    expect(await failure(connection.ping(30))).toMatchObject({ code: 'rejected', rpcCode: -32601 });
    await connection.ping(30, 'tools/list');
    expect(bench.methods()).toEqual(['server/discover', 'tools/list']);
  });
});

describe('other requests', () => {
  const odd = { contents: [{ nonsense: 1 }], extra: null };

  it.each([
    ['auto', handshakeServer],
    ['stateless', statelessServer],
  ] as const)('give the result as it was sent: %s', async (protocol, server) => {
    const answers = { ...server, 'resources/read': result(odd), 'prompts/get': refusal(-32602, 'no such prompt') };
    const bench = stdioBench({ answers }, { protocol });
    const connection = await connected(bench);
    expect(await connection.request('resources/read', { uri: 'a:b' })).toEqual(odd);
    expect(await failure(connection.request('prompts/get', { name: 'x' }))).toMatchObject({ rpcCode: -32602 });
    expect(sent(bench, 'resources/read')).toMatchObject([{ params: { uri: 'a:b' } }]);
  });
});

describe('cancelling a call', () => {
  it('tells a stdio server, and fails at once', async () => {
    const bench = stdioBench({ answers: { ...handshakeServer, 'tools/call': [] } });
    const connection = await connected(bench);
    const controller = new AbortController();
    const call = failure(connection.callTool('t', {}, { signal: controller.signal }));
    await until(() => sent(bench, 'tools/call').length === 1);
    controller.abort();
    expect(await call).toMatchObject({ code: 'cancelled', delivery: 'unknown' });
    await until(() => sent(bench, 'notifications/cancelled').length === 1);
    expect(sent(bench, 'notifications/cancelled')).toMatchObject([
      { params: { requestId: sent(bench, 'tools/call')[0]?.id } },
    ]);
  });

  it('sends nothing when the call has not had its turn', async () => {
    const bench = stdioBench({ answers: handshakeServer });
    const connection = await connected(bench);
    const call = failure(connection.callTool('t', {}, { signal: AbortSignal.abort() }));
    expect(await call).toMatchObject({ code: 'cancelled', delivery: 'none' });
    expect(bench.methods()).not.toContain('tools/call');
  });

  it('closes the stream of a stateless server over HTTP, and tells nothing', async () => {
    let closed = false;
    const answer = answering(statelessServer);
    const server = await serve(async (received, response) => {
      if (received.frame?.method !== 'tools/call') return answer(received, response);
      response.on('close', () => {
        closed = true;
      });
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
    });
    const connection = await connected(httpBench(server.url, { protocol: 'stateless' }));
    const controller = new AbortController();
    const call = failure(connection.callTool('t', {}, { signal: controller.signal }));
    await until(() => server.order().includes('POST tools/call'));
    controller.abort();
    expect(await call).toMatchObject({ code: 'cancelled' });
    await until(() => closed);
    expect(server.order()).not.toContain('POST notifications/cancelled');
  });
});

describe('progress', () => {
  it('is asked for and told where somebody wants it, and only there', async () => {
    const progress = note('notifications/progress', { progressToken: 1, progress: 0.5, message: 'half' });
    const done = result({ content: [] });
    const bench = stdioBench({ answers: { ...handshakeServer, 'tools/call': [[...raw(progress), ...done], done] } });
    const connection = await connected(bench);
    const told: unknown[] = [];
    await connection.callTool('t', {}, { onProgress: (step) => told.push(step) });
    await connection.callTool('t', {});
    expect(told).toEqual([{ progress: 0.5, message: 'half' }]);
    expect(sent(bench, 'tools/call').map(({ params }) => params)).toEqual([
      { name: 't', arguments: {}, _meta: { progressToken: 1 } },
      { name: 't', arguments: {} },
    ]);
  });
});

describe('notifications', () => {
  it('are heard from the first message on, whatever stands in them', async () => {
    const early = note('notifications/message', { level: 'nonsense', data: { a: 1 } });
    const { bench, heard } = listening({ ...handshakeServer, initialize: [...raw(early), ...initialized()] });
    const connection = await connected(bench);
    await connection.callTool('t', {});
    expect(heard).toEqual([['notifications/message', { level: 'nonsense', data: { a: 1 } }]]);
  });
});

describe('the end', () => {
  it('is told once when the server exits, and a call that it had is known to have been sent', async () => {
    const { bench, ends } = listening({ ...handshakeServer, 'tools/call': [{ exit: 3 }] });
    const connection = await connected(bench);
    expect(connection.ended()).toBeUndefined();
    expect(await failure(connection.callTool('t', {}))).toMatchObject({ code: 'closed', delivery: 'unknown' });
    expect(ends.map(({ message }) => message)).toEqual([expect.stringContaining('exited with code 3')]);
    expect(await failure(connection.callTool('t', {}))).toMatchObject({ code: 'closed', delivery: 'none' });
    await connection.close();
    expect(ends).toHaveLength(1);
    expect(connection.ended()).toBe(ends[0]);
  });

  it('is told when this client closes it', async () => {
    const { bench, ends } = listening(handshakeServer);
    const connection = await connect(bench.entry, bench.context);
    await connection.close();
    expect(ends.map(({ message }) => message)).toEqual(['The connection to MCP server "docs" was closed']);
  });

  it.each(['stdio', 'http'] as const)('takes a call under way with it: %s', async (over) => {
    const answers: Answers = { ...handshakeServer, 'tools/call': [] };
    const silence = answering(answers);
    let taken = false;
    const server = await serve((received, response) => {
      if (received.frame?.method === 'tools/call') taken = true;
      else return silence(received, response);
    });
    const bench = stdioBench({ answers });
    const connection = await connected(over === 'http' ? httpBench(server.url) : bench);
    const call = failure(connection.callTool('t', {}));
    await until(() => taken || (over === 'stdio' && sent(bench, 'tools/call').length === 1));
    await connection.close();
    expect(await call).toMatchObject({ code: 'closed', delivery: 'unknown' });
  });
});

describe('watching for changes of the tools', () => {
  const offering = { ...statelessServer, 'server/discover': discovered(undefined, { tools: { listChanged: true } }) };
  const subscribed = note('notifications/subscriptions/acknowledged', {
    _meta: { 'io.modelcontextprotocol/subscriptionId': 'listen:0' },
    notifications: { toolsListChanged: true },
  });
  const changed = note('notifications/tools/list_changed', {
    _meta: { 'io.modelcontextprotocol/subscriptionId': 'listen:0' },
  });

  it('is only for stateless servers that offer it', async () => {
    const plain = await connected(stdioBench({ answers: statelessServer }, { protocol: 'stateless' }));
    expect('watchTools' in plain).toBe(false);
    const shaken = { ...handshakeServer, initialize: initialized(undefined, { tools: { listChanged: true } }) };
    expect('watchTools' in (await connected(stdioBench({ answers: shaken })))).toBe(false);
  });

  it('hears of changes beside the calls until the server ends it', async () => {
    const { bench, heard } = listening({
      ...offering,
      'subscriptions/listen': raw(`${subscribed}\n${changed}`),
      'tools/list': [
        ...raw('{"jsonrpc":"2.0","id":"listen:0","result":{}}'),
        ...result({ resultType: 'complete', tools: [tool('t')] }),
      ],
    });
    bench.entry.protocol = 'stateless';
    const connection = await connected(bench);
    const watch = connection.watchTools?.();
    await connection.callTool('t', {});
    await until(() => heard.length > 0);
    expect(heard[0]?.[0]).toBe('notifications/tools/list_changed');
    expect(sent(bench, 'subscriptions/listen')).toMatchObject([
      { id: 'listen:0', params: { notifications: { toolsListChanged: true } } },
    ]);
    expect(await connection.listTools()).toHaveLength(1);
    await watch;
    expect(bench.logged.join('\n')).not.toContain('listen:0');
  });

  it('fails where the server refuses', async () => {
    const answers = { ...offering, 'subscriptions/listen': refusal(-32601, 'Method not found') };
    const connection = await connected(stdioBench({ answers }, { protocol: 'stateless' }));
    expect(await failure(connection.watchTools?.() ?? Promise.resolve())).toMatchObject({
      code: 'rejected',
      rpcCode: -32601,
    });
  });

  it('works over HTTP', async () => {
    const answer = answering(offering);
    let end = () => {};
    const server = await serve((received, response) => {
      if (received.frame?.method !== 'subscriptions/listen') return answer(received, response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${subscribed}\n\ndata: ${changed}\n\n`);
      end = () => response.end();
    });
    const heard: string[] = [];
    const bench = httpBench(server.url, { protocol: 'stateless' });
    Object.assign(bench.context, { onNotification: (method: string) => heard.push(method) });
    const connection = await connected(bench);
    const watch = connection.watchTools?.();
    await until(() => heard.includes('notifications/tools/list_changed'));
    await connection.callTool('t', {});
    end();
    await expect(watch).resolves.toBeUndefined();
  });
});

describe('how long a list may be kept', () => {
  it('is told by stateless servers', async () => {
    const list = (more: JsonObject) => result({ resultType: 'complete', tools: [], ...more });
    const answers = {
      ...statelessServer,
      'tools/list': [list({ ttlMs: 60_000, cacheScope: 'public' }), list({ ttlMs: -1 })],
    };
    const connection = await connected(stdioBench({ answers }, { protocol: 'stateless' }));
    expect(connection.cacheHints()).toEqual({});
    await connection.listTools();
    expect(connection.cacheHints()).toEqual({ ttlMs: 60_000, cacheScope: 'public' });
    await connection.listTools();
    expect(connection.cacheHints()).toEqual({});
  });

  it('is not believed of others', async () => {
    const answers = { ...handshakeServer, 'tools/list': result({ tools: [], ttlMs: 60_000 }) };
    const connection = await connected(stdioBench({ answers }));
    await connection.listTools();
    expect(connection.cacheHints()).toEqual({});
  });
});
