import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { canonicalHost } from './host.ts';

/** A proxy that lets nothing through. */
export interface DeadProxy {
  port: number;
  close(): Promise<void>;
}

const REFUSAL = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * Starts a proxy on the loopback that answers 403 to whatever it is asked. `note` is told the host, and nothing else of
 * the request, with the user whom the client names of its own accord: to insist on a name (407) would show a client
 * something that no dead proxy shows.
 */
export async function startDeadProxy(note: (host: string, user: string | undefined) => void): Promise<DeadProxy> {
  const sockets = new Set<Duplex>();
  const hear = (request: IncomingMessage, address: string): void => {
    const host = hostOf(address);
    if (host !== undefined) note(host, userOf(request));
  };
  const server = createServer((request, response) => {
    hear(request, request.url ?? '');
    request.resume();
    response.writeHead(403, { connection: 'close', 'content-length': 0 }).end();
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    hear(request, `tunnel://${request.url ?? ''}`);
    socket.resume();
    socket.end(REFUSAL);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // A client may be gone before it has its answer.
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** The host of an absolute address; a path alone was meant for a server and not for a proxy. */
function hostOf(address: string): string | undefined {
  const [, host] = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^:/?#]*)/i.exec(address) ?? [];
  return canonicalHost(host ?? '');
}

function userOf({ headers }: IncomingMessage): string | undefined {
  const [, credentials = ''] = /^basic +([a-z0-9+/=]+)$/i.exec(headers['proxy-authorization'] ?? '') ?? [];
  return Buffer.from(credentials, 'base64').toString('latin1').split(':')[0] || undefined;
}
