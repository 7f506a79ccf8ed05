import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConnects, tracedCommand } from './traced.ts';

const folder = mkdtempSync(join(tmpdir(), 'traced-'));
const file = join(folder, 'trace');
afterAll(() => rmSync(folder, { recursive: true }));

it('reads what strace writes', async () => {
  const lines = [
    '7 connect(3, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.1")}, 16) = 0',
    '8 connect(4, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("192.0.2.1")}, 16 <unfinished ...>',
    '7 connect(5, {sa_family=AF_INET6, sin6_port=htons(1), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::1", &sin6_addr), sin6_scope_id=0}, 28) = -1',
    '8 <... connect resumed>) = -1 ENETUNREACH (Network is unreachable)',
    '7 sendto(5, ""..., 30, MSG_NOSIGNAL, {sa_family=AF_INET6, sin6_port=htons(53), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28) = 30',
    '7 connect(6, {sa_family=AF_UNIX, sun_path="/run/inet_addr(\\"192.0.2.9\\")"}, 110) = 0',
    '7 +++ exited with 0 +++',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  expect(await readConnects(file)).toEqual({ loopback: 2, other: ['192.0.2.1', '2001:db8::1'] });
});

it.runIf(spawnSync('strace', ['true']).status === 0)('sees connects of child processes and datagrams', async () => {
  // To a port where nobody listens, and to an address that no machine has.
  const child = `require('net').connect(1, '127.0.0.1').on('error', () => {})`;
  const source = `
    require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(child)}]);
    const socket = require('dgram').createSocket('udp4').on('error', () => {});
    socket.send('x', 9, '192.0.2.1', () => socket.close());
  `;
  const [program, ...args] = tracedCommand([process.execPath, '-e', source], file);
  expect(spawnSync(program, args).status).toBe(0);
  expect(await readConnects(file)).toEqual({ loopback: 1, other: ['192.0.2.1'] });
});
