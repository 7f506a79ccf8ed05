import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DnsStub, startDnsStub } from './dns-stub.ts';

let stub: DnsStub;
const noted: string[] = [];

beforeAll(async () => {
  stub = await startDnsStub((host) => noted.push(host), 0);
});
afterAll(() => stub.close());

it('knows no name, and notes each, also after garbage', async () => {
  const socket = createSocket('udp4');
  const garbage = [
    Buffer.alloc(0),
    Buffer.alloc(12, 255),
    Buffer.alloc(2000, 1),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
  ];
  for (const bytes of garbage) {
    socket.send(bytes, stub.port, '127.0.0.1');
  }
  const resolver = new dns.Resolver();
  resolver.setServers([`127.0.0.1:${stub.port}`]);
  await expect(resolver.resolve4('B.invalid')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolver.resolveTxt('a.invalid')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolver.resolve6('localhost')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(stub.names()).toEqual(['a.invalid', 'b.invalid']);
  expect(new Set(noted)).toEqual(new Set(['a.invalid', 'b.invalid']));
  socket.close();
  await once(socket, 'close');
});

it('says so when its port is taken', async () => {
  await expect(startDnsStub(undefined, stub.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
