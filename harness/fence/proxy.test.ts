import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type DeadProxy, startDeadProxy } from './proxy.ts';

let proxy: DeadProxy;
let noted: [string, string | undefined][] = [];

beforeAll(async () => {
  proxy = await startDeadProxy((host, user) => noted.push([host, user]));
});
afterAll(() => proxy.close());
beforeEach(() => {
  noted = [];
});

/** Sends bytes as they are, and gives what comes back until the proxy closes. */
async function send(bytes: string | Buffer): Promise<string> {
  const socket = connect(proxy.port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

const login = (credentials: string): string =>
  `Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}\r\n`;

it.each([
  ['a tunnel', 'CONNECT example.invalid:443 HTTP/1.1\r\n', 'example.invalid'],
  ['a tunnel to an address', 'CONNECT [2001:db8::1]:443 HTTP/1.1\r\n', '2001:db8::1'],
  ['a request', 'GET http://example.invalid:8080/secret?secret HTTP/1.1\r\n', 'example.invalid'],
  [
    'a request with a login',
    'POST http://me:secret@EXAMPLE.invalid HTTP/1.1\r\nContent-Length: 0\r\n',
    'example.invalid',
  ],
  [
    'an upgrade',
    'GET ws://example.invalid/ HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n',
    'example.invalid',
  ],
])('refuses %s and notes the host alone', async (_, head, host) => {
  expect(await send(`${head}Host: other.invalid\r\n${login('run:x')}\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
  expect(noted).toEqual([[host, 'run']]);
});

it.each([
  ['no login', ''],
  ['another kind of login', 'Proxy-Authorization: Bearer abc\r\n'],
  ['a login that is none', 'Proxy-Authorization: Basic ===\r\n'],
  ['an empty user', login(':x')],
])('notes no user for %s', async (_, header) => {
  await send(`CONNECT example.invalid:443 HTTP/1.1\r\nHost: x\r\n${header}\r\n`);
  expect(noted).toEqual([['example.invalid', undefined]]);
});

it.each([
  ['a path', 'GET /path HTTP/1.1\r\nHost: example.invalid\r\n\r\n'],
  ['an empty host', 'GET http:/// HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a host that is none', 'CONNECT `rm`:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a host of a megabyte', `CONNECT ${'a'.repeat(2 ** 20)}:443 HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['another protocol', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x0d, 0x0a])],
  ['bytes', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))],
])('notes nothing for %s and lives', async (_, bytes) => {
  await send(bytes).catch(() => undefined);
  expect(noted).toEqual([]);
  expect(await send('CONNECT after.invalid:443 HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/ 403 /);
});

it('lives on when a client goes away in the middle', async () => {
  for (const bytes of ['CONNECT a.invalid:443 HTTP/1.1\r\nHost: x\r\n\r\n', 'GET http://a.in']) {
    const socket = connect(proxy.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes);
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
  expect(await send('CONNECT after.invalid:443 HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/ 403 /);
});

it('closes although a client holds on', async () => {
  const other = await startDeadProxy(() => undefined);
  const sockets = [
    connect(other.port, '127.0.0.1'),
    connect({ port: other.port, host: '127.0.0.1', allowHalfOpen: true }),
  ];
  for (const socket of sockets) socket.on('error', () => undefined);
  sockets[1]?.write('CONNECT a.invalid:443 HTTP/1.1\r\nHost: x\r\n\r\n');
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await expect(other.close()).resolves.toBeUndefined();
  for (const socket of sockets) socket.destroy();
});
