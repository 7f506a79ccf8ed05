import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../connection/connect.ts';
import { type Answers, handshakeServer, result } from '../connection/test-servers/answers.ts';
import { type Bench, stdioBench } from '../connection/test-servers/client.ts';
import { answering, httpBench, serve } from '../connection/test-servers/http.ts';
import type { RegisteredTool } from '../types.ts';
import { superviseServer } from './server.ts';
import { createFakeClock } from './test-support/fake-clock.ts';
import type { SupervisedServer } from './types.ts';

const hello = { content: [{ type: 'text', text: 'hi' }] };

/** A supervised server over a real connection, whose time is the test's. */
function supervise({ entry, context }: Pick<Bench, 'entry' | 'context'>, clock = createFakeClock()): SupervisedServer {
  const server = superviseServer(entry, {
    ...context,
    clock,
    log: (_level, line) => context.log(line),
    resolve: () => entry,
    open: connect,
    register: (_server, { tools }) => tools.map(({ name }) => ({ name }) as RegisteredTool),
  });
  onTestFinished(() => server.close());
  return server;
}

const processes = (bench: Bench) => new Set(bench.recorded().map(({ pid }) => pid)).size;

describe('a stdio process', () => {
  it('that ends during a call leaves it uncertain, and is started again', async () => {
    const bench = stdioBench({ answers: { ...handshakeServer, 'tools/call': [{ exit: 1 }] } });
    const server = supervise(bench);
    await server.start();
    await expect(server.call('t', {}, { readOnly: true })).rejects.toMatchObject({ name: 'OutcomeUncertainError' });
    await expect(server.call('t', {}, { readOnly: true })).rejects.toMatchObject({ name: 'OutcomeUncertainError' });
    expect(bench.methods().filter((method) => method === 'tools/call')).toHaveLength(2);
    expect(processes(bench)).toBe(2);
  });

  it('that ends between two calls is started again for the second', async () => {
    const answers: Answers = { ...handshakeServer, 'tools/call': [...result(hello), { exit: 1 }] };
    const bench = stdioBench({ answers });
    const clock = createFakeClock();
    const server = supervise(bench, clock);
    await server.start();
    for (let calls = 0; calls < 3; calls++) {
      expect(await server.call('t', {}, { readOnly: false })).toEqual({ result: hello, revision: '2025-11-25' });
      // A process that is gone, and noticed.
      while (server.status().state === 'connected' && processes(bench) === calls + 1)
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });

  it('that sleeps is started again by a call', async () => {
    const bench = stdioBench({ answers: handshakeServer }, { idleTimeout: 60 });
    const clock = createFakeClock();
    const server = supervise(bench, clock);
    await server.start();
    await clock.advance(60);
    while (server.status().state !== 'idle') await new Promise((resolve) => setTimeout(resolve, 5));
    expect(server.tools()).toHaveLength(1);
    expect(await server.call('t', {}, { readOnly: false })).toEqual({ result: hello, revision: '2025-11-25' });
    expect(processes(bench)).toBe(2);
  });
});

describe('a session over HTTP', () => {
  async function forgetful(): Promise<{
    server: SupervisedServer;
    order: () => string[];
    clock: ReturnType<typeof createFakeClock>;
  }> {
    const known = answering({ ...handshakeServer, ping: result({}) }, { session: 'one' });
    let forgets = 1;
    const http = await serve((received, response) => {
      if (received.frame?.method !== 'tools/call' || forgets === 0) return known(received, response);
      forgets -= 1;
      response.writeHead(404).end();
    });
    const clock = createFakeClock();
    const server = supervise(httpBench(http.url, { protocol: 'legacy' }), clock);
    await server.start();
    return { server, order: () => http.order().filter((line) => line.startsWith('POST')), clock };
  }

  const opening = ['POST initialize', 'POST notifications/initialized', 'POST tools/list'];

  it('that has expired is opened anew for a call that only reads', async () => {
    const { server, order } = await forgetful();
    expect(await server.call('t', {}, { readOnly: true })).toMatchObject({ result: hello });
    expect(order()).toEqual([...opening, 'POST tools/call', ...opening, 'POST tools/call']);
  });

  it('that has expired under a call that may write leaves it uncertain', async () => {
    const { server, order } = await forgetful();
    await expect(server.call('t', {}, { readOnly: false })).rejects.toMatchObject({ name: 'OutcomeUncertainError' });
    expect(order()).toEqual([...opening, 'POST tools/call', ...opening]);
  });

  it('is asked for a sign of life every three minutes', async () => {
    const { order, clock } = await forgetful();
    expect(order()).toEqual(opening);
    await clock.advance(180);
    while (order().length === opening.length) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(order()).toEqual([...opening, 'POST ping']);
  });
});
