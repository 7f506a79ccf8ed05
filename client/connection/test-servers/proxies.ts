import { createServer, request } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Proxy {
  /** `host:port`. */
  place: string;
  /** What it was asked for, with the credentials: `CONNECT 127.0.0.1:1 Basic …`. */
  asked: string[];
}

async function listen(server: Server, asked: string[]): Promise<Proxy> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { place: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function join(one: Socket, other: Socket): void {
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
  one.pipe(other);
  other.pipe(one);
}

/** An HTTP proxy, with `tls` one that is spoken to over TLS. `status` is the answer to CONNECT. Names all lead to this machine. */
export function httpProxy({ status = 200, tls }: { status?: number; tls?: ServerOptions } = {}): Promise<Proxy> {
  const asked: string[] = [];
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  server.on('request', (incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url} ${incoming.headers['proxy-authorization']}`);
    const { pathname, search, port } = new URL(incoming.url ?? '');
    const { 'proxy-authorization': _own, ...headers } = incoming.headers;
    const onward = request({ host: '127.0.0.1', port, path: pathname + search, method: incoming.method, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url} ${incoming.headers['proxy-authorization']}`);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} no\r\n\r\n`);
      return;
    }
    const onward = connect(Number(incoming.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 ok\r\n\r\n');
      join(socket, onward);
    });
    onward.on('error', () => socket.destroy());
  });
  return listen(server, asked);
}

/** A SOCKS 5 proxy that wants `user:password` when it has to be asked for credentials. Names all lead to this machine. */
export function socksProxy({ needsPassword = false, reply = 0 } = {}): Promise<Proxy> {
  const asked: string[] = [];
  const server = createTcpServer((socket) => {
    const steps = [
      (data: Buffer) => {
        const method = needsPassword ? 2 : 0;
        const offered = [...data.subarray(2, 2 + (data[1] ?? 0))];
        socket.write(Buffer.from([5, offered.includes(method) ? method : 255]));
        if (!needsPassword) steps.shift();
      },
      (data: Buffer) => {
        const user = data.subarray(2, 2 + (data[1] ?? 0)).toString();
        const password = data.subarray(3 + user.length).toString();
        socket.write(Buffer.from([1, user === 'user' && password === 'pass word' ? 0 : 1]));
      },
      (data: Buffer) => {
        const isName = data[3] === 3;
        const host = isName ? data.subarray(5, -2).toString() : [...data.subarray(4, -2)].join('.');
        const port = data.readUInt16BE(data.length - 2);
        asked.push(`${host}:${port}`);
        socket.removeAllListeners('data');
        const onward = connect(port, '127.0.0.1', () => {
          socket.write(Buffer.from([5, reply, 0, 1, 127, 0, 0, 1, 0, 80]));
          if (reply === 0) join(socket, onward);
        });
      },
    ];
    socket.on('data', (data) => steps.shift()?.(data));
    socket.on('error', () => socket.destroy());
  });
  return listen(server, asked);
}

/** A place where somebody listens and says nothing. */
export function silentProxy(): Promise<Proxy> {
  return listen(createTcpServer(), []);
}
