import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { answerDns } from './dns-answer.ts';
import { canonicalHost, isLoopback } from './host.ts';

/** A name server that knows no name. */
export interface DnsStub {
  port: number;
  /** The hosts that it was asked for, sorted, each once. */
  names(): string[];
  close(): Promise<void>;
}

/** How many names are kept: a program may ask for ever. */
const MAX_NAMES = 1000;

/**
 * Starts a name server on 127.0.0.1 (UDP) that answers "no such name" to every query; `note` is told each host. Throws
 * the system's error when the port cannot be had.
 */
export async function startDnsStub(note: (host: string) => void = () => undefined, port = 53): Promise<DnsStub> {
  const names = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const answer = answerDns(message);
    if (answer === undefined) return;
    const host = canonicalHost(answer.name);
    if (host !== undefined && !isLoopback(host) && names.size < MAX_NAMES) {
      names.add(host);
      note(host);
    }
    // Whoever asked may be gone.
    socket.send(answer.response, from.port, from.address, () => undefined);
  });
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  // A port of 0 as the sender's, say: nobody can be answered there, and the next one can.
  socket.on('error', () => undefined);
  return {
    port: socket.address().port,
    names: () => [...names].sort(),
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
