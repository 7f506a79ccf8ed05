import { describe, expect, it } from 'vitest';
import { connect } from '../../connect.ts';
import { handshakeServer } from '../../test-servers/answers.ts';
import { certificate } from '../../test-servers/certificates.ts';
import { failure } from '../../test-servers/client.ts';
import { answering, httpBench, serve } from '../../test-servers/http.ts';
import { httpProxy, type Proxy, silentProxy, socksProxy } from '../../test-servers/proxies.ts';
import { eventServer } from '../../test-servers/sse.ts';

const tls = { cert: certificate('server.pem').content, key: certificate('server.key').content };
/** A name that only the proxies of these tests know: they take every name for this machine. */
const HOST = 'mcp.invalid';

/** A bench for a server that is known by its name, to be reached through a proxy. */
function benchFor(url: string, proxy: string, sse?: true) {
  const { hostname } = new URL(url);
  const transport = { skipPreflight: true as const, tls: { verify: false as const }, ...(sse && { sse }) };
  const bench = httpBench(url.replace(hostname, HOST), { connectTimeout: 5 }, { 'X-Own': 'own' }, transport);
  return { ...bench, context: { ...bench.context, environment: { ALL_PROXY: proxy } } };
}

async function talk({ entry, context }: ReturnType<typeof benchFor>): Promise<void> {
  const connection = await connect(entry, context);
  expect(await connection.listTools()).toHaveLength(1);
  expect(await connection.callTool('t', {})).toEqual({ content: [{ type: 'text', text: 'hi' }] });
  await connection.close();
}

const userinfo = 'user:pass%20word@';
const credentials = `Basic ${Buffer.from('user:pass word').toString('base64')}`;

describe('a server behind an HTTP proxy', () => {
  it.each(['', userinfo])('is asked by whole addresses over plain HTTP, with "%s"', async (user) => {
    const server = await serve(answering(handshakeServer, { session: 's1' }));
    const proxy = await httpProxy();
    await talk(benchFor(server.url, `http://${user}${proxy.place}`));
    const { port } = new URL(server.url);
    expect(new Set(proxy.asked)).toEqual(
      new Set(
        ['POST', 'GET', 'DELETE'].map(
          (method) => `${method} http://${HOST}:${port}/mcp ${user ? credentials : undefined}`,
        ),
      ),
    );
    for (const { headers } of server.received) {
      expect(headers).toMatchObject({ host: `${HOST}:${port}`, 'x-own': 'own' });
      expect(headers).not.toHaveProperty('proxy-authorization');
    }
  });

  it('gets the credentials of its address over plain HTTP', async () => {
    const server = await serve(answering(handshakeServer));
    const proxy = await httpProxy();
    await talk(benchFor(server.url.replace('//', '//me:word@'), `http://${proxy.place}`));
    expect(server.received[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:word').toString('base64')}`);
    expect(proxy.asked.join()).not.toContain('word');
  });

  it.each(['', userinfo])('is asked through a tunnel over https, which is kept, with "%s"', async (user) => {
    const server = await serve(answering(handshakeServer), tls);
    const proxy = await httpProxy();
    await talk(benchFor(server.url, `http://${user}${proxy.place}`));
    const { port } = new URL(server.url);
    expect(proxy.asked).toEqual([`CONNECT ${HOST}:${port} ${user ? credentials : undefined}`]);
    expect(server.received[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it('is asked over SSE as well', async () => {
    const server = await eventServer({ tls });
    const proxy = await httpProxy();
    await talk(benchFor(server.url, `http://${proxy.place}`, true));
    expect(proxy.asked[0]).toMatch(/^CONNECT /);
  });

  it('is not asked where NO_PROXY names it', async () => {
    const server = await serve(answering(handshakeServer));
    const proxy = await httpProxy();
    const bench = benchFor(server.url, `http://${proxy.place}`);
    const environment = { ...bench.context.environment, NO_PROXY: HOST };
    const error = await failure(connect(bench.entry, { ...bench.context, environment }));
    expect([error.code, proxy.asked]).toEqual(['unreachable', []]);
    expect(error.message).toContain('ENOTFOUND');
  });
});

describe.each([undefined, tls])('a server behind a SOCKS proxy, with TLS %j', (options) => {
  it.each([
    ['socks5', '', false],
    ['socks', '', false],
    ['socks5h', userinfo, true],
    ['socks5', userinfo, false],
  ])('is asked by %s with "%s"', async (scheme, user, needsPassword) => {
    const server = await serve(answering(handshakeServer), options);
    const proxy = await socksProxy({ needsPassword });
    await talk(benchFor(server.url, `${scheme}://${user}${proxy.place}`));
    expect(new Set(proxy.asked)).toEqual(new Set([`${HOST}:${new URL(server.url).port}`]));
  });
});

describe('a proxy that does not help', () => {
  it('has its credentials hidden where it repeats them, also where they are cut', async () => {
    const proxy = await serve((received, response) => {
      const said = `${received.headers['proxy-authorization']} is pass word of user-name`;
      response.writeHead(407).end(`${'x'.repeat(240)} ${said} ${said}`);
    });
    const { entry, context } = benchFor('http://127.0.0.1:1/mcp', proxy.url.replace('//', '//user-name:pass%20word@'));
    const { message } = await failure(connect(entry, context));
    expect(message).toContain('Basic [REDACTED] is [REDACTED] of');
    expect(message).not.toMatch(/dXNlci|pass w|user-n/);
  });

  const refusing: [string, () => Promise<Proxy>, string, RegExp][] = [
    [
      'wants other credentials',
      () => httpProxy({ status: 407 }),
      'http',
      /expected a connection, got HTTP status 407$/,
    ],
    [
      'wants credentials',
      () => socksProxy({ needsPassword: true }),
      'socks5',
      /expected the SOCKS proxy to take the credentials, got a refusal$/,
    ],
    [
      'does not reach the server',
      () => socksProxy({ reply: 4 }),
      'socks5',
      /expected a connection, got SOCKS reply 4$/,
    ],
    ['speaks another protocol', () => httpProxy(), 'socks5', / failed: /],
  ];

  it.each(refusing)('because it %s is an error without its credentials', async (_why, start, scheme, reason) => {
    const server = await serve(answering(handshakeServer), tls);
    const proxy = await start();
    const { entry, context } = benchFor(server.url, `${scheme}://user:wrong-secret@${proxy.place}`);
    const error = await failure(connect(entry, context));
    expect(error).toMatchObject({ code: 'unreachable', delivery: 'none' });
    expect(error.message).toContain(` through the proxy ${proxy.place} failed: `);
    expect(error.message).toMatch(reason);
    expect(error.message).not.toContain('wrong-secret');
    expect(server.received).toEqual([]);
  });

  it('because nobody is there is an error that names it', async () => {
    const { entry, context } = benchFor('http://127.0.0.1:1/mcp', 'http://user:secret@127.0.0.1:1');
    expect((await failure(connect(entry, context))).message).toBe(
      `MCP server "docs" cannot be reached: POST to http://${HOST}:1 through the proxy 127.0.0.1:1 failed: ECONNREFUSED`,
    );
  });

  it('because it is of no kind that is spoken is an error', async () => {
    const { entry, context } = benchFor('http://127.0.0.1:1/mcp', 'ftp://user:secret@127.0.0.1:1');
    expect((await failure(connect(entry, context))).message).toBe(
      `MCP server "docs" cannot be reached: POST to http://${HOST}:1 failed: expected ALL_PROXY to be the address of an http, https or socks5 proxy, got another`,
    );
  });

  it.each(['http', 'socks5'])(
    'because it says nothing holds nobody up longer than an attempt may take: %s',
    async (scheme) => {
      const { place } = await silentProxy();
      const { entry, context } = benchFor('https://127.0.0.1:1/mcp', `${scheme}://${place}`);
      expect((await failure(connect({ ...entry, connectTimeout: 0.3 }, context))).code).toBe('timeout');
    },
  );
});
