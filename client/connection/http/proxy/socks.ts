import { once } from 'node:events';
import { connect, isIPv4, type Socket } from 'node:net';
import { placeOf } from './tunnel.ts';

const VERSION = 5;
const NO_AUTHENTICATION = 0;
const USERNAME = 2;
/** How many bytes the address in an answer has, by its type; a domain name says so itself. */
const ADDRESS_BYTES: Record<number, number> = { 1: 4, 4: 16 };

/**
 * Opens a connection to `host:port` through a SOCKS 5 proxy (RFC 1928, RFC 1929), which resolves the name. Throws what the
 * socket throws, or why the proxy refused.
 */
export async function dialSocks(proxy: URL, host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host: placeOf(proxy).host, port: Number(proxy.port || 1080), signal });
  try {
    await once(socket, 'connect');
    await introduce(socket, proxy);
    socket.write(Buffer.concat([Buffer.from([VERSION, 1, 0]), address(host), Buffer.from([port >> 8, port & 255])]));
    const [, refusal, , kind = 0] = await read(socket, 4);
    if (refusal !== 0) throw new Error(`expected a connection, got SOCKS reply ${refusal}`);
    const length = ADDRESS_BYTES[kind] ?? (await read(socket, 1))[0] ?? 0;
    await read(socket, length + 2);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function introduce(socket: Socket, { username, password }: URL): Promise<void> {
  const named = username !== '' || password !== '';
  socket.write(Buffer.from(named ? [VERSION, 2, NO_AUTHENTICATION, USERNAME] : [VERSION, 1, NO_AUTHENTICATION]));
  const [version, method] = await read(socket, 2);
  if (version !== VERSION || (method !== NO_AUTHENTICATION && !(named && method === USERNAME)))
    throw new Error('expected a SOCKS 5 proxy that takes these credentials, got another');
  if (method !== USERNAME) return;
  socket.write(
    Buffer.concat([Buffer.from([1]), counted(decodeURIComponent(username)), counted(decodeURIComponent(password))]),
  );
  const [, refusal] = await read(socket, 2);
  if (refusal !== 0) throw new Error('expected the SOCKS proxy to take the credentials, got a refusal');
}

function address(host: string): Buffer {
  if (isIPv4(host)) return Buffer.from([1, ...host.split('.').map(Number)]);
  return Buffer.concat([Buffer.from([3]), counted(host)]);
}

/** A text with its length before it, in one byte. */
function counted(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 255) throw new Error('expected at most 255 bytes in a name for a SOCKS proxy, got more');
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

async function read(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes = socket.read(length) as Buffer | null;
    if (bytes !== null) return bytes;
    if (socket.readableEnded || socket.destroyed) throw new Error('the proxy closed the connection');
    await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
  }
}
