import { describe, expect, it } from 'vitest';
import { handshakeServer } from '../test-servers/answers.ts';
import { connected, failure } from '../test-servers/client.ts';
import { answering, type Handler, httpBench, serve } from '../test-servers/http.ts';
import { until } from '../test-servers/processes.ts';

const stream = { 'content-type': 'text/event-stream' };
const answerTo = (id: unknown) => `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { resumed: true } })}\n\n`;

/** A server that breaks the stream of `tools/call` off after an event with the id e1, and what then comes of the GETs. */
async function breaking(onResume: (id: unknown, ...given: Parameters<Handler>) => void, more = {}) {
  const answer = answering(handshakeServer, { session: 's1' });
  let called: unknown;
  const server = await serve((received, response) => {
    if (received.frame?.method === 'tools/call') {
      called = received.frame.id;
      return void response.writeHead(200, stream).end('id: e1\nretry: 1\ndata:\n\n');
    }
    if (received.method === 'GET' && 'last-event-id' in received.headers) return onResume(called, received, response);
    return answer(received, response);
  });
  const bench = httpBench(server.url, more);
  const resumed = () => server.received.flatMap(({ headers }) => headers['last-event-id'] ?? []);
  return { connection: await connected(bench), server, resumed };
}

describe('a stream that ended before the answer', () => {
  it('is resumed again as long as it brings events with new ids', async () => {
    let times = 0;
    const { connection, resumed } = await breaking((id, _received, response) => {
      times += 1;
      response.writeHead(200, stream).end(times < 4 ? `id: r${times}\ndata:\n\n` : answerTo(id));
    });
    expect(await connection.callTool('t', {})).toEqual({ resumed: true });
    expect(resumed()).toEqual(['e1', 'r1', 'r2', 'r3']);
  });

  it('is resumed after one failure', async () => {
    let times = 0;
    const { connection, resumed } = await breaking((id, _received, response) => {
      times += 1;
      if (times === 1) response.destroy();
      else response.writeHead(200, stream).end(answerTo(id));
    });
    expect(await connection.callTool('t', {})).toEqual({ resumed: true });
    expect(resumed()).toEqual(['e1', 'e1']);
  });

  it.each<[string, (response: Parameters<Handler>[1]) => unknown, number, object]>([
    ['break off without an answer', (response) => response.destroy(), 2, { code: 'closed', delivery: 'unknown' }],
    ['are refused for now', (response) => response.writeHead(503).end('later'), 2, { code: 'closed' }],
    ['are refused for good', (response) => response.writeHead(400).end('no'), 1, { code: 'closed' }],
    ['find no stream', (response) => response.writeHead(405).end(), 1, { code: 'closed' }],
    ['find no session', (response) => response.writeHead(404).end(), 1, { code: 'session_expired' }],
    [
      'bring a page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(),
      1,
      { code: 'closed' },
    ],
    [
      'bring an empty stream',
      (response) => response.writeHead(200, stream).end(': nothing\n\n'),
      1,
      { code: 'closed' },
    ],
  ])('fails its request at once when the tries to resume it %s', async (_how, respond, tries, error) => {
    const { connection, resumed } = await breaking((_id, _received, response) => void respond(response));
    expect(await failure(connection.callTool('t', {}))).toMatchObject(error);
    expect(resumed()).toEqual(Array(tries).fill('e1'));
  });

  it.each(['e\u20ac1', 'x'.repeat(2000)])('fails its request at once when its id fits into no header', async (id) => {
    const answer = answering(handshakeServer);
    const server = await serve((received, response) =>
      received.frame?.method === 'tools/call'
        ? void response.writeHead(200, stream).end(`id: ${id}\ndata:\n\n`)
        : answer(received, response),
    );
    const connection = await connected(httpBench(server.url));
    expect((await failure(connection.callTool('t', {}))).code).toBe('closed');
  });

  it('is not resumed for a request that nobody waits for any more', async () => {
    const { connection, server, resumed } = await breaking(
      (_id, _received, response) => {
        response.writeHead(200, stream).write(': wait\n\n');
      },
      { timeout: 0.5 },
    );
    expect((await failure(connection.callTool('t', {}))).code).toBe('timeout');
    await until(() => server.order().includes('POST notifications/cancelled'));
    expect(await connection.listTools()).toHaveLength(1);
    expect(resumed()).toEqual(['e1']);
  });
});

describe('a request that is given up', () => {
  it('is not read any further once the server has been told', async () => {
    const answer = answering(handshakeServer);
    let closed = false;
    const server = await serve((received, response) => {
      if (received.frame?.method !== 'tools/call') return answer(received, response);
      response.on('close', () => {
        closed = true;
      });
      response.writeHead(200, stream);
      const drip = setInterval(() => response.write(': drip\n'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const connection = await connected(httpBench(server.url, { timeout: 0.3 }));
    expect((await failure(connection.callTool('t', {}))).code).toBe('timeout');
    await until(() => closed);
    expect(await connection.listTools()).toHaveLength(1);
  });
});
