import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../connect.ts';
import { failure } from '../test-servers/client.ts';
import { httpBench } from '../test-servers/http.ts';
import { until } from '../test-servers/processes.ts';

/** A server of bytes: what it says once something has come in. */
async function rawServer(say: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => say(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, sockets };
}

/** Writes a text for ever, as fast as it is taken or every few milliseconds. */
function endless(socket: Socket, text: string, pause: number | undefined): void {
  if (pause !== undefined) {
    const timer = setInterval(() => socket.write(text), pause);
    socket.on('close', () => clearInterval(timer));
    return;
  }
  const more = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', more);
  more();
}

const status = 'HTTP/1.1 200 OK\r\n';
const json = `${status}content-type: application/json\r\n\r\n`;
const events = `${status}content-type: text/event-stream\r\n\r\n`;
const switching = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';

/** What is said once, what is then said for ever, how often in milliseconds, and how it ends. */
const cases: [what: string, once: string, ever: string, pause: number | undefined, code: string][] = [
  ['headers without an end', status, 'x-more: more\r\n', undefined, 'unreachable'],
  ['headers that drip', status, 'x-a: b\r\n', 50, 'timeout'],
  ['early hints without an end', '', 'HTTP/1.1 103 Early Hints\r\n\r\n', 5, 'timeout'],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n', '', 50, 'unreachable'],
  ['a body that drips', json, ' ', 5, 'timeout'],
  ['events that drip', events, ':\n\n', 5, 'timeout'],
  ['a body without an end', json, ' '.repeat(65_536), undefined, 'too_large'],
  ['an event without an end', events, 'data:\n'.repeat(1000), undefined, 'too_large'],
  ['a comment without an end', `${events}:`, 'x'.repeat(65_536), undefined, 'too_large'],
  ['another protocol', switching, '', 50, 'unreachable'],
];

describe('a hostile server', () => {
  it.each(cases)(
    'that sends %s neither holds up the client nor keeps a socket',
    async (_what, once, ever, pause, code) => {
      const server = await rawServer((socket) => {
        socket.write(once);
        endless(socket, ever, pause);
      });
      const { entry, context } = httpBench(server.url, { connectTimeout: code === 'timeout' ? 0.4 : 30 });
      expect((await failure(connect(entry, context))).code).toBe(code);
      await until(() => server.sockets.every((socket) => socket.destroyed));
    },
  );
});
